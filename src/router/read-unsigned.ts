import { parseBaseUnits } from '../core/amounts/amounts.ts';
import { malformed } from './malformed.ts';

/** Reads a canonical unsigned integer, zero allowed. @throws `ROUTER_MALFORMED` */
export function readUnsigned(text: string, member: string): bigint {
  const parsed = parseBaseUnits(text);
  if (parsed.ok) return parsed.baseUnits;
  if (parsed.fault === 'zero') return 0n;
  throw malformed(`${member} is not a canonical integer`, 'G04');
}
