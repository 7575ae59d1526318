import { parseDecimal } from '../core/amounts/parse-decimal.ts';
import type { PathToken, RouterSignals } from '../core/swap/router-signals.ts';
import { printable } from '../core/text/printable.ts';
import type { RoutedTrade } from './schemas.ts';
import type { SlippageUnit } from './trade-request.ts';

/** No honest answer has as many kinds of warnings. The last place then says that there are more. */
const maxWarnings = 16;

/** Reads what an answer says about its route, for the guard. */
export function readSignals(answer: RoutedTrade, slippageUnit: SlippageUnit): RouterSignals {
  const { estimate, fees, routing } = answer;
  const slippages = [estimate.slippage, echoOf(answer).slippage];
  const path = routing.flatMap((part) => part.path);
  const [first, last] = [path[0], path.at(-1)];
  return {
    warnings: readWarnings(answer.warnings),
    ...reported('priceImpact', estimate.priceImpact),
    ...reported('percentFee', fees.percentFees.percent),
    ...reported('slippageBps', largestBps(slippages, slippageUnit)),
    flags: readFlags(answer),
    ...(first && last ? { path: { first: readToken(first), last: readToken(last) } } : {}),
  };
}

function readWarnings(warnings: RoutedTrade['warnings']): string[] {
  const codes = [...new Set((warnings ?? []).map(codeOf))];
  return codes.length > maxWarnings ? [...codes.slice(0, maxWarnings - 1), 'too many'] : codes;
}

/** A warning is an object with a code, or a code alone. */
function codeOf(warning: unknown): string {
  const isObject = typeof warning === 'object' && warning !== null;
  const code = isObject && 'code' in warning ? warning.code : warning;
  return typeof code === 'string' || typeof code === 'number'
    ? printable(String(code), 64)
    : 'without a code';
}

function reported<Name extends string>(
  name: Name,
  value: number | string | null | undefined,
): Partial<Record<Name, string>> {
  return value === undefined || value === null
    ? {}
    : ({ [name]: printable(String(value), 40) } as Partial<Record<Name, string>>);
}

/** The request as the answer repeats it. A quote has none. */
function echoOf({ quote }: RoutedTrade): Readonly<Record<string, unknown>> {
  return typeof quote === 'object' && quote !== null ? { ...quote } : {};
}

/** Fails closed: what is no number is as large as can be. `undefined`: none is stated. */
function largestBps(stated: readonly unknown[], unit: SlippageUnit): string | undefined {
  const scale = unit === 'fraction' ? 4 : 2;
  const numbers = stated
    .filter((one) => one !== undefined && one !== null && one !== '')
    .map((one) => parseDecimal(String(one), scale + fineDigits))
    .map((one) => (one === undefined ? mostBps : (one + fine - 2n) / fine));
  return numbers
    .toSorted((one, other) => (one < other ? -1 : 1))
    .at(-1)
    ?.toString();
}

const mostBps = 10_000n;
/** Services compute with floats: 0.57 % may come as 0.5700000000000001. */
const fineDigits = 4;
const fine = 10n ** BigInt(fineDigits);

/**
 * `private`: the sample response has it. `showDangerousRoutes` in the echo: the service was asked
 * for dangerous routes, which Ferryman never does. The others are not in the interface.
 */
function readFlags(answer: RoutedTrade & { quote?: Record<string, unknown> }): string[] {
  const marks = routeMarks.filter((name) => isSet(answer[name]));
  const asked = ['showDangerousRoutes', 'showFailedRoutes'].filter((name) =>
    isSet(answer.quote?.[name]),
  );
  const parts = [answer.estimate, answer.transaction, answer.quote, ...answer.routing];
  const ofParts = parts.flatMap((part) =>
    routeMarks.filter((name) => isSet((part as Readonly<Record<string, unknown>> | null)?.[name])),
  );
  return [...marks, ...asked, ...new Set(ofParts.map(nameOfPart))];
}

const routeMarks = ['private', 'dangerous', 'isDangerous'] as const;

function nameOfPart(mark: (typeof routeMarks)[number]): string {
  return mark === 'private' ? 'a private part' : 'a dangerous part';
}

/** Fails closed: an odd value of a mark is a mark. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== 'false';
}

function readToken(token: RoutedTrade['routing'][number]['path'][number]): PathToken {
  return {
    ...(token.blockchain === undefined || token.blockchain === null
      ? {}
      : { chain: printable(token.blockchain, 64) }),
    token: printable(token.address, 200),
    decimals: printable(String(token.decimals), 20),
  };
}
