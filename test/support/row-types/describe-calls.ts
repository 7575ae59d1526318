import { compareRow, type DescribedStatement } from './compare-row.ts';
import { openDescriber } from './describe-statements.ts';
import { evaluateTexts } from './evaluate-texts.ts';
import { findCalls, type QueryCall } from './find-calls.ts';
import { openChecker } from './open-checker.ts';
import { type Samples, type TextSource, textsOf } from './texts-of.ts';

/** A call with all texts that it can send, as the engine describes them. */
export interface DescribedCall extends Pick<QueryCall, 'file' | 'row'> {
  statements: readonly DescribedStatement[];
}

export interface DescribedCalls {
  calls: readonly DescribedCall[];
  /** Those whose text is not known before it runs, with the variables that decide it. */
  unknown: readonly { file: string; variables: readonly string[] }[];
}

/** @param handedOn files that only hand statements on, from `src/journal` */
export async function describeCalls(
  handedOn: ReadonlySet<string>,
  samples: Samples,
): Promise<DescribedCalls> {
  const { calls, unknown } = readCalls(handedOn, samples);
  const texts = await evaluateTexts(calls.flatMap(({ sources }) => sources));
  const describer = await openDescriber();
  try {
    const described: DescribedCall[] = [];
    let next = 0;
    for (const { sources, ...call } of calls) {
      const own = new Set(texts.slice(next, next + sources.length).flat());
      next += sources.length;
      const statements: DescribedStatement[] = [];
      for (const text of own) statements.push({ text, columns: await describer.describe(text) });
      described.push({ ...call, statements });
    }
    return { calls: described, unknown };
  } finally {
    await describer.close();
  }
}

/** What is wrong with the calls' row types, as `file: fault`; each fault once. */
export function faultsOf(calls: readonly DescribedCall[]): Set<string> {
  // Calls share row types, and not each of them reads all columns that are optional there.
  const returned = new Set(
    calls.flatMap(({ row, statements }) => (row ? namesIn(statements) : [])),
  );
  const faults = calls.flatMap(({ file, row, statements }) => {
    const optional = [...(row ?? [])].filter(
      ([name, { isOptional }]) => isOptional && !returned.has(name),
    );
    const unread = optional.map(([name]) => `${name} is declared, and no text returns it`);
    return [...statements.flatMap((statement) => compareRow(row, statement)), ...unread].map(
      (fault) => `${file}: ${fault}`,
    );
  });
  return new Set(faults);
}

function namesIn(statements: readonly DescribedStatement[]): string[] {
  return statements.flatMap(({ columns }) => columns.map(({ name }) => name));
}

function readCalls(handedOn: ReadonlySet<string>, samples: Samples) {
  const open = openChecker();
  try {
    const calls: (Pick<QueryCall, 'file' | 'row'> & { sources: TextSource[] })[] = [];
    const unknown: { file: string; variables: readonly string[] }[] = [];
    for (const { call, ...found } of findCalls(open, handedOn)) {
      const [text] = call.arguments;
      const sources = text ? textsOf(open, text, samples) : { unknown: ['no argument'] };
      if ('unknown' in sources) unknown.push({ file: found.file, variables: sources.unknown });
      else calls.push({ ...found, sources });
    }
    return { calls, unknown };
  } finally {
    open.close();
  }
}
