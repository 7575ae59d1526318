import { type Hex, keccak256 } from 'viem';
import { z } from 'zod';
import type { EngineClient } from './chain-client.ts';

/**
 * What the relay does with a transaction. `include`: keeps it out of the mempool until the next
 * block has it. `drop`: reports success and forgets it. `leak`: reports success and publishes it in
 * the mempool. `refuse`: an error. `disown`: includes it, and reports that it has been dropped.
 */
export const RELAY_MODES = ['include', 'drop', 'leak', 'refuse', 'disown'] as const;
type RelayMode = (typeof RELAY_MODES)[number];

/** A private relay, as builders of blocks run them: it takes transactions over JSON-RPC. */
export interface Relay {
  mode: RelayMode;
  /** @param request a JSON-RPC request */
  answer(request: unknown): Promise<object>;
  /** Hands what it keeps to the engine. Call it right before a block, while nobody can look. */
  handOver(): Promise<void>;
  /** The hashes that it was given, also repeatedly, in their order. */
  taken(): readonly Hex[];
}

const sendRequest = z.object({
  id: z.unknown(),
  method: z.literal('eth_sendRawTransaction'),
  params: z.tuple([z.custom<Hex>((text) => /^0x[0-9a-f]+$/i.test(String(text)))]),
});

const METHOD_NOT_FOUND = { code: -32601, message: 'the method is not available on this relay' };
const REFUSED = { code: -32000, message: 'transaction rejected by the relay' };
const DROPPED = { code: -32000, message: 'transaction was dropped' };

export function createRelay(engine: EngineClient): Relay {
  let held: Hex[] = [];
  const taken: Hex[] = [];

  const publish = async (bytes: Hex): Promise<void> => {
    // Its sender may have sent it elsewhere, or it may be in a block. A relay does not say so.
    await engine
      .request({ method: 'eth_sendRawTransaction', params: [bytes] })
      .catch(() => undefined);
  };

  const relay: Relay = {
    mode: 'include',
    async answer(request) {
      const read = sendRequest.safeParse(request);
      const about = { jsonrpc: '2.0', id: (request as { id?: unknown } | null)?.id ?? null };
      if (!read.success) return { ...about, error: METHOD_NOT_FOUND };
      const [bytes] = read.data.params;
      const hash = keccak256(bytes);
      taken.push(hash);
      switch (relay.mode) {
        case 'include':
          held.push(bytes);
          return { ...about, result: hash };
        case 'drop':
          return { ...about, result: hash };
        case 'leak':
          await publish(bytes);
          return { ...about, result: hash };
        case 'refuse':
          return { ...about, error: REFUSED };
        case 'disown':
          held.push(bytes);
          return { ...about, error: DROPPED };
      }
    },
    async handOver() {
      const given = held;
      held = [];
      for (const bytes of given) await publish(bytes);
    },
    taken: () => [...taken],
  };
  return relay;
}
