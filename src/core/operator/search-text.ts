import { families, formatsOf } from '../swap/chains.ts';

/** What a free search may mean, in the forms in which the journal stores it. */
export interface SearchText {
  text: string;
  /** Whether what begins with the text is found too. Short texts would find too much. */
  findsLonger: boolean;
  /** The range of swap ids that begin with the text. */
  ids?: { from: string; to: string };
  /** The spellings in which a transaction id may be stored. Empty: the text is none. */
  transactions: readonly string[];
  /** Whether messages of errors are read. They name no hash that is not found otherwise. */
  inMessages: boolean;
}

/** The shortest text that finds what begins with it. */
const leastPrefix = 4;
/** The shortest text that is looked for among transactions, which are many. */
const leastTransaction = 6;

/** Explorers, services and people write one hash with or without `0x`, in upper or lower case. */
export function readSearchText(given: string): SearchText {
  const text = given.trim();
  const isWord = /^[\p{L}_ ]+$/u.test(text) || /\s/.test(text);
  const ids = idsFrom(text);
  return {
    text,
    findsLonger: text.length >= leastPrefix,
    ...(ids ? { ids } : {}),
    transactions: isWord || text.length < leastTransaction ? [] : spellingsOf(text),
    inMessages: isWord && text.length >= leastPrefix,
  };
}

const lowest = '00000000-0000-0000-0000-000000000000';
const highest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

function idsFrom(given: string): SearchText['ids'] {
  const text = given.toLowerCase();
  const isShort = text.length < leastPrefix || text.length > lowest.length;
  if (isShort || !/^[0-9a-f-]+$/.test(text)) return undefined;
  const from = `${text}${lowest.slice(text.length)}`;
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(from)
    ? { from, to: `${text}${highest.slice(text.length)}` }
    : undefined;
}

function spellingsOf(text: string): string[] {
  const canonical = families.flatMap((family) => formatsOf(family).transactionId(text) ?? []);
  if (canonical.length > 0) return [...new Set(canonical)];
  const digits = /^(?:0x)?([0-9a-f]+)$/i.exec(text)?.[1]?.toLowerCase();
  return digits === undefined ? [text] : [`0x${digits}`, digits];
}
