import { expect, test } from 'vitest';
import { redact } from '../../src/log.ts';

test('tokens inside a text are blotted out, and the words around them stay', () => {
  const opaque = `bth_svc_${'A-_9'.repeat(12)}x`;
  const signed = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl-_';
  expect(redact(`token ${opaque} and "${signed}".`)).toBe('token [redacted] and "[redacted]".');
  expect(redact('a lease of workspace 7')).toBe('a lease of workspace 7');
});
