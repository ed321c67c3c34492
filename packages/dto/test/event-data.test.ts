import { EventType, ExecutionRequest, eventData, lenient } from '@berth/dto';
import { expect, test } from 'vitest';

test('every type of event says what it carries', () => {
  expect(Object.keys(eventData).sort()).toEqual([...EventType.options].sort());
});

test('an item of a batch is judged alone: its value, or what is wrong with it', () => {
  const item = lenient(ExecutionRequest);
  expect(item.parse({ executionId: 'x' } as never)).toMatchObject({
    ok: false,
    issues: [{ path: 'executionId' }, {}, {}, {}, {}, {}],
  });
});
