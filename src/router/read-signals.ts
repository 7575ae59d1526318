import type { PathToken, RouterSignals } from '../core/swap/router-signals.ts';
import { printable } from '../core/text/printable.ts';
import type { RoutedTrade } from './schemas.ts';

/** No honest answer has as many kinds of warnings. The last place then says that there are more. */
const maxWarnings = 16;

/** Reads what an answer says about its route, for the guard. */
export function readSignals(answer: RoutedTrade): RouterSignals {
  const { estimate, fees, routing } = answer;
  const path = routing.flatMap((part) => part.path);
  const [first, last] = [path[0], path.at(-1)];
  return {
    warnings: readWarnings(answer.warnings),
    ...reported('priceImpact', estimate.priceImpact),
    ...reported('percentFee', fees.percentFees.percent),
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

/**
 * `private`: the sample response has it. `showDangerousRoutes` in the echo: the service was asked
 * for dangerous routes, which Ferryman never does. The others are not in the interface.
 */
function readFlags(answer: RoutedTrade & { quote?: Record<string, unknown> }): string[] {
  const marks = ['private', 'dangerous', 'isDangerous'].filter((name) => isSet(answer[name]));
  const asked = ['showDangerousRoutes', 'showFailedRoutes'].filter((name) =>
    isSet(answer.quote?.[name]),
  );
  const ofParts = answer.routing.some((part) => isSet(part.dangerous) || isSet(part.isDangerous));
  return [...marks, ...asked, ...(ofParts ? ['a dangerous part'] : [])];
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
