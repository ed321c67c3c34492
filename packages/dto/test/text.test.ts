import { RegisterInput, ToolCapabilities } from '@berth/dto';
import { expect, test } from 'vitest';

test.for(['a\u0000b', '\ud800', 'x\udfff'])('%j cannot be stored, and is refused before anybody tries', (odd) => {
  expect(RegisterInput.safeParse({ labels: ['linux'], name: odd }).error?.issues[0]?.path).toEqual(['name']);
  expect(ToolCapabilities.safeParse({ harnesses: { pi: [odd] } }).success).toBe(false);
});

test('any other text is kept as it is', () => {
  expect(RegisterInput.parse({ labels: ['linux'], name: ' Bühne 7 – 🚢 ' }).name).toBe('Bühne 7 – 🚢');
});
