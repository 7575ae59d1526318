import { createHash } from 'node:crypto';
import type { FeedPosition, FeedStore } from '../../ports/stores/feed-store.ts';

/** Where a reader of the feed stands: opaque text that names its journal. */
export type FeedCursor = string;

/** A cursor longer than this is none. */
const longestCursor = 200;

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const form = new RegExp(`^([0-9a-f]{8})/(-1|\\d{1,18})/(${uuid})/(\\d{1,9})/([0-9a-f]{8}|)$`);

export function encodeCursor(
  journalId: string,
  { number, id, seq, hash }: FeedPosition,
): FeedCursor {
  const text = [tagOf(journalId), number, id, seq, hash.slice(0, 8)].join('/');
  return Buffer.from(text).toString('base64url');
}

/** What a reader has read so far, if this journal has it too. */
export type ReadCursor =
  | { kind: 'valid'; position: FeedPosition }
  /** Of another journal, or of what this one has lost: the reader has to list again. */
  | { kind: 'foreign' }
  | { kind: 'malformed' };

/** Reads a cursor and checks that the journal has the event that it names: one statement. */
export async function readCursor(
  journal: Pick<FeedStore, 'feedHash'>,
  journalId: string,
  cursor: FeedCursor,
): Promise<ReadCursor> {
  const match = form.exec(Buffer.from(cursor, 'base64url').toString());
  if (cursor.length > longestCursor || !match) return { kind: 'malformed' };
  const [, tag, number = '', id = '', seq = '', hash = ''] = match;
  if (tag !== tagOf(journalId)) return { kind: 'foreign' };
  const position = { number: BigInt(number), id, seq: Number(seq), hash };
  if (position.number < 0n) return { kind: 'valid', position };
  if (position.seq > 2_147_483_647) return { kind: 'malformed' };
  const stored = await journal.feedHash(position);
  return stored?.startsWith(hash) && (hash !== '' || stored === '')
    ? { kind: 'valid', position }
    : { kind: 'foreign' };
}

/** Enough of it to tell journals apart, and not the whole: a cursor is shown to others. */
function tagOf(journalId: string): string {
  return createHash('sha256').update(journalId).digest('hex').slice(0, 8);
}
