import { parseDecimal } from '../core/amounts/parse-decimal.ts';
import { findJsonFault } from '../core/text/find-json-fault.ts';
import { memberAt } from '../core/text/member-at.ts';
import { UnusablePrice } from './unusable-price.ts';

/** Parses JSON that has one meaning only. @throws `UnusablePrice` */
export function parseOneMeaning(text: string): unknown {
  if (findJsonFault(text)) throw new UnusablePrice('the answer is not plain JSON');
  return JSON.parse(text);
}

/** A price in US dollars at a pointer: a number, or a decimal string. @throws `UnusablePrice` */
export function readUsd(value: unknown, pointer: string): bigint {
  const found = memberAt(value, pointer);
  const text = typeof found === 'number' ? String(found) : found;
  const usdE18 = typeof text === 'string' ? parseDecimal(text, 18) : undefined;
  if (usdE18 === undefined) throw new UnusablePrice(`there is no price at ${pointer}`);
  return requirePositive(usdE18);
}

/** Zero is what an oracle without an answer reports. @throws `UnusablePrice` */
export function requirePositive(usdE18: bigint): bigint {
  if (usdE18 <= 0n) throw new UnusablePrice('the price is not above zero');
  return usdE18;
}

/** ISO 8601, or seconds or milliseconds since the epoch. @throws `UnusablePrice` */
export function readTime(value: unknown, pointer: string): number {
  const found = memberAt(value, pointer);
  const number = typeof found === 'number' ? found : Number(found);
  const time = Number.isFinite(number)
    ? Math.round(number < firstMilliseconds ? number * 1_000 : number)
    : Date.parse(String(found));
  if (!(time > 0)) throw new UnusablePrice(`there is no time at ${pointer}`);
  return time;
}

/** Seconds reach this in the year 5138, milliseconds reached it in 1973. */
const firstMilliseconds = 100_000_000_000;
