import type { EventName } from '../faults.ts';
import type { Referee } from '../referee.ts';
import type { Tap } from './tcp-proxy.ts';

/**
 * Reads the frontend's side of a Postgres connection (documentation, "Frontend/Backend Protocol")
 * as far as is needed to know when a transaction is committed, and what kind of transaction it is.
 * A statement alone that writes is one, committed by its Sync.
 */
export function postgresTap(referee: Referee): Tap {
  const statements = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let started = false;
  let transaction: EventName = 'commit';
  let isOpen = false;
  /** The statement alone that is under way, where it writes. */
  let alone: EventName | undefined;

  function read(type: string, body: Buffer): EventName | undefined {
    switch (type) {
      case 'P': {
        const [name = '', text = ''] = textsOf(body, 2);
        statements.set(name, text);
        return undefined;
      }
      case 'B': {
        const [, name = ''] = textsOf(body, 2);
        const text = statements.get(name) ?? '';
        const kind = kindOf(text);
        if (isOpen) transaction = kind ?? transaction;
        else alone = kind ?? (writes.test(text) ? 'commit' : undefined);
        return undefined;
      }
      case 'S': {
        const committed = alone;
        alone = undefined;
        return committed;
      }
      case 'Q':
        return simpleQuery(textsOf(body, 1)[0] ?? '');
      default:
        return undefined;
    }
  }

  function simpleQuery(text: string): EventName | undefined {
    if (/^begin/i.test(text)) [isOpen, transaction] = [true, 'commit'];
    if (/^(commit|rollback)/i.test(text)) isOpen = false;
    return /^commit/i.test(text) ? transaction : undefined;
  }

  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const committed: EventName[] = [];
    for (;;) {
      // The first message has no type.
      const prefix = started ? 1 : 0;
      if (rest.length < prefix + 4) break;
      const length = prefix + rest.readInt32BE(prefix);
      if (rest.length < length) break;
      const event = started
        ? read(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, length))
        : undefined;
      if (event) committed.push(event);
      started = true;
      rest = rest.subarray(length);
    }
    return committed.map((event) => referee.happens(event)).find((fault) => fault !== undefined);
  };
}

const writes = /\binsert into\b|\bdelete from\b|\bupdate \w+( \w+)? set\b/;

function kindOf(statement: string): EventName | undefined {
  if (/insert into attempts\b/.test(statement)) return 'commit of an attempt';
  if (/insert into swaps\b/.test(statement)) return 'commit of a submission';
  return undefined;
}

/** The zero-terminated texts at the beginning of a message. */
function textsOf(body: Buffer, count: number): string[] {
  const texts: string[] = [];
  let start = 0;
  while (texts.length < count) {
    const end = body.indexOf(0, start);
    if (end < 0) break;
    texts.push(body.toString('utf8', start, end));
    start = end + 1;
  }
  return texts;
}
