import { parseSpan } from './parse.js';

/** Spans as version 0 wrote them: `1:30` for an hour and a half, with or without seconds behind (`1:30:00`). */
export function parseLegacySpan(text) {
  const parts = text.split(':');
  const [hours, minutes] = parts.length === 3 ? parts.slice(1) : parts;
  return parseSpan(`${Number(hours)}h${Number(minutes)}m`);
}
