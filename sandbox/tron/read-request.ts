import type { Context } from 'hono';
import { type Address, type Hash, type Hex, isHex } from 'viem';
import { parseHexAddress, parseTronAddress } from './tron-address.ts';

/** The members of a request, from query and body, as java-tron's servlets read them. */
export interface NodeRequest {
  /** Whether addresses are `T…` and texts are plain, in request and answer. */
  readonly visible: boolean;
  text(name: string): string | undefined;
  /** A non-negative integer. */
  number(name: string): number | undefined;
  address(name: string): Address | undefined;
  /** Of a transaction or a block. */
  id(name: string): Hash | undefined;
  bytes(name: string): Hex | undefined;
  member(name: string): unknown;
}

/** A member that cannot be parsed. java-tron answers with 200 and `{"Error": …}`. */
export class UnreadableRequest extends Error {}

export async function readRequest(c: Context): Promise<NodeRequest> {
  const members: Readonly<Record<string, unknown>> = { ...c.req.query(), ...(await readBody(c)) };
  const visible = `${members.visible}` === 'true';

  const read = <Value>(
    name: string,
    what: string,
    parse: (text: string) => Value | undefined,
  ): Value | undefined => {
    const value = members[name];
    if (value === undefined || value === '') return undefined;
    const parsed =
      typeof value === 'string' || typeof value === 'number' ? parse(`${value}`) : undefined;
    if (parsed === undefined) throw new UnreadableRequest(`${name}: INVALID ${what}`);
    return parsed;
  };

  return {
    visible,
    member: (name) => members[name],
    text: (name) => read(name, 'text', (text) => text),
    number: (name) =>
      read(name, 'number', (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)),
    address: (name) =>
      read(name, visible ? 'address' : 'hex String', visible ? parseTronAddress : parseHexAddress),
    id: (name) =>
      read(name, 'hex String', (text) =>
        /^[0-9a-fA-F]{64}$/.test(text) ? hexOf(text) : undefined,
      ),
    bytes: (name) => read(name, 'hex String', hexOf),
  };
}

function hexOf(text: string): Hex | undefined {
  const hex = `0x${text.toLowerCase()}` as const;
  return isHex(hex) && hex.length % 2 === 0 ? hex : undefined;
}

async function readBody(c: Context): Promise<object> {
  if (c.req.method !== 'POST') return {};
  const text = await c.req.text();
  if (text.trim() === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new UnreadableRequest(`The body is no JSON: ${error.message}`);
    throw error;
  }
}
