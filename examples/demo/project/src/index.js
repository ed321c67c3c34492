export { formatSpan } from './format.js';
export { parseLegacySpan } from './legacy.js';
export { parseSpan } from './parse.js';
