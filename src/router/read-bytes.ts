import { malformed } from './malformed.ts';

/**
 * Bytes, at least one, that services write in base64 or as 0x hex. @throws `ROUTER_MALFORMED`
 * @param rule the guard's rule about the encoding
 */
export function readBytes(text: string, member: string, rule: string): Buffer {
  if (/^0x(?:[0-9a-fA-F]{2})+$/.test(text)) return Buffer.from(text.slice(2), 'hex');
  const bytes = Buffer.from(text, 'base64');
  // Node's decoder skips characters that are not base64, and stops early.
  if (bytes.length === 0 || bytes.toString('base64') !== text)
    throw malformed(`${member} is neither base64 nor hex`, rule);
  return bytes;
}
