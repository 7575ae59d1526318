import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser, type StreamEvent } from '../../client/src/event-stream.ts';

const parseAll = (texts: readonly string[]): StreamEvent[] => {
  const parse = createEventParser();
  return texts.flatMap((text) => parse(text));
};

/** Streams, and what the standard makes of them. */
const streams: readonly [name: string, text: string, StreamEvent[]][] = [
  ['an event', 'data: {"a":1}\n\n', [{ id: '', type: 'message', data: '{"a":1}' }]],
  [
    'an id that later events keep',
    'id: 7\ndata: a\n\ndata: b\n\n',
    [
      { id: '7', type: 'message', data: 'a' },
      { id: '7', type: 'message', data: 'b' },
    ],
  ],
  ['a name', 'event: reset\ndata: x\n\n', [{ id: '', type: 'reset', data: 'x' }]],
  ['lines of data', 'data: a\ndata:  b\ndata\n\n', [{ id: '', type: 'message', data: 'a\n b\n' }]],
  ['news of the place alone', ': hi\nid: 9\n\n', [{ id: '9', type: 'message', data: undefined }]],
  ['no space after the colon', 'data:a\n\n', [{ id: '', type: 'message', data: 'a' }]],
  [
    'fields that it does not know',
    'retry: 5\nx: y\ndata: a\n\n',
    [{ id: '', type: 'message', data: 'a' }],
  ],
  ['an event that is not complete', 'data: a\n', []],
];

describe('a stream of events', () => {
  it.each(streams)('with %s', (_, text, events) => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(parseAll([text.replaceAll('\n', end), end === '\r' ? ':' : ''])).toEqual(events);
  });

  it('is the same wherever its texts are cut', () => {
    const whole = streams.map(([, text]) => text.replace(/\n$/, '\r\n')).join('\n');
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 12 }), (cuts) => {
        const ends = [...cuts, whole.length].sort((one, other) => one - other);
        const texts = ends.map((end, index) => whole.slice(ends[index - 1] ?? 0, end));
        expect(parseAll(texts)).toEqual(parseAll([whole]));
      }),
    );
  });
});
