const levelColours: Readonly<Record<string, number>> = {
  fatal: 31,
  error: 31,
  warn: 33,
  info: 32,
  debug: 36,
  trace: 90,
};

/**
 * A line of JSON as a person reads it: time of day, level, message, facts as `name=value`; the
 * stack of an error below. A line that is no JSON stays as it is.
 */
export function prettyLine(line: string, hasColours: boolean): string {
  const facts = parse(line);
  if (!facts) return line;
  const { level = '', time = '', msg = '', err, ...others } = facts;
  const paint = (colour: number, text: string): string =>
    hasColours ? `\u001b[${colour}m${text}\u001b[0m` : text;
  const label = paint(levelColours[String(level)] ?? 0, String(level).toUpperCase().padEnd(5));
  const error = describeError(err);
  const listed = Object.entries({ ...others, ...error.facts }).map(
    ([name, value]) => `${paint(90, `${name}=`)}${showValue(value)}`,
  );
  const clock = paint(90, String(time).slice(11, 23));
  return `${[clock, label, String(msg), ...listed].join(' ')}\n${error.stack}`;
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function describeError(err: unknown): { facts: Record<string, unknown>; stack: string } {
  if (typeof err !== 'object' || err === null) return { facts: {}, stack: '' };
  const { code, message, stack } = err as Record<string, unknown>;
  const below = typeof stack === 'string' ? stack.split('\n').slice(1) : [];
  return {
    facts: { ...(code === undefined ? {} : { code }), error: message },
    stack: below.map((row) => `    ${row.trim()}\n`).join(''),
  };
}

function showValue(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}
