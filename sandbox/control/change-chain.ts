import type { Hex } from 'viem';
import { z } from 'zod';
import { RELAY_MODES, type Relay } from '../evm/relay.ts';
import type { SandboxChain } from '../sandbox-chain.ts';
import { SandboxError } from '../sandbox-error.ts';

const integerText = z.string().regex(/^[1-9]\d{0,29}$/, 'has to be an integer above zero');
const bytecode = z.custom<Hex>(
  (text) => typeof text === 'string' && /^0x([0-9a-f]{2})+$/i.test(text),
  'has to be hex',
);

const KINDS = [
  'mining',
  'stall',
  'reorg',
  'slotsBehind',
  'code',
  'failing',
  'blocksBehind',
  'evict',
  'relay',
] as const;
const stall = z.discriminatedUnion('stall', [
  z.strictObject({
    stall: z.literal(true),
    baseFeePerGas: integerText.optional(),
    computeUnitPrice: integerText.optional(),
    feeRate: integerText.optional(),
  }),
  z.strictObject({ stall: z.literal(false) }),
]);

/** The body of a change to a chain. Each body has exactly one `kind`. */
export const chainChange = z.union(
  // In the order of their kinds.
  [
    ofKind('mining', z.strictObject({ mining: z.boolean() })),
    ofKind('stall', stall),
    ofKind('reorg', z.strictObject({ reorg: z.int().min(1), drop: z.boolean().optional() })),
    ofKind('slotsBehind', z.strictObject({ slotsBehind: z.int().min(1).nullable() })),
    ofKind('code', z.strictObject({ code: z.strictObject({ address: z.string(), bytecode }) })),
    ofKind('failing', z.strictObject({ failing: z.string().nullable() })),
    ofKind('blocksBehind', z.strictObject({ blocksBehind: z.int().min(0) })),
    ofKind('evict', z.strictObject({ evict: z.string() })),
    ofKind('relay', z.strictObject({ relay: z.enum(RELAY_MODES) })),
  ],
  {
    error: ({ input, errors }) => {
      const named = KINDS.filter(
        (kind) => typeof input === 'object' && input !== null && kind in input,
      );
      const [kind] = named;
      if (kind === undefined || named.length > 1) return `give exactly one of ${KINDS.join(', ')}`;
      const faults = errors[KINDS.indexOf(kind)] ?? [];
      return faults
        .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
        .join('; ');
    },
  },
);

type ChainChange = z.output<typeof chainChange>;
type Stalling = Extract<ChainChange, { kind: 'stall'; stall: true }>;

function ofKind<Kind extends (typeof KINDS)[number], Body extends object>(
  kind: Kind,
  schema: z.ZodType<Body>,
) {
  return schema.transform((body) => ({ kind, ...body }));
}

/**
 * @returns the applied change, for the answer
 * @throws {SandboxError} `bad-request` if the chain does not support the change
 */
export async function changeChain(chain: SandboxChain, change: ChainChange): Promise<object> {
  const { kind: _, ...applied } = change;
  switch (change.kind) {
    case 'mining':
      await chain.blocks.setMining(change.mining);
      return applied;
    case 'stall':
      await (change.stall ? chain.blocks.stall(bidOf(chain, change)) : chain.blocks.endStall());
      return applied;
    case 'reorg':
      return { ...applied, ...(await reorganize(chain, change)) };
    case 'slotsBehind':
      lagBySlots(chain, change.slotsBehind);
      return applied;
    case 'code':
      await setCode(chain, change.code);
      return applied;
    case 'failing':
      letFail(chain, change.failing);
      return applied;
    case 'blocksBehind':
      lagByBlocks(chain, change.blocksBehind);
      return applied;
    case 'evict':
      return { ...applied, evicted: await evict(chain, change.evict) };
    case 'relay':
      relayOf(chain).mode = change.relay;
      return applied;
  }
}

/** @throws {SandboxError} `bad-request` if the chain has no private relay */
export function relayOf(chain: SandboxChain): Relay {
  if (chain.family !== 'evm' || chain.relay === undefined)
    throw new SandboxError('bad-request', `${chain.definition.name} has no private relay.`);
  return chain.relay;
}

async function reorganize(
  { notation, blocks }: SandboxChain,
  { reorg: depth, drop = false }: Extract<ChainChange, { kind: 'reorg' }>,
): Promise<object> {
  const { from, removed, returned } = await blocks.reorganize({ depth, drop });
  const render = notation.renderTransactionId;
  return { fromBlock: Number(from), removed: removed.map(render), returned: returned.map(render) };
}

/**
 * The bid that the stall requires, in the unit of the chain.
 * @returns undefined if the chain's default applies
 */
function bidOf(
  { family, definition }: SandboxChain,
  { baseFeePerGas, computeUnitPrice, feeRate }: Stalling,
) {
  if (baseFeePerGas !== undefined && family !== 'evm') {
    throw new SandboxError('bad-request', `${definition.name} has no base fee.`);
  }
  if (computeUnitPrice !== undefined && family !== 'solana') {
    throw new SandboxError('bad-request', `${definition.name} has no compute units.`);
  }
  if (feeRate !== undefined && family !== 'bitcoin') {
    throw new SandboxError('bad-request', `${definition.name} has no virtual bytes.`);
  }
  const bid = baseFeePerGas ?? computeUnitPrice ?? feeRate;
  return bid === undefined ? undefined : BigInt(bid);
}

function lagBySlots(chain: SandboxChain, slots: number | null): void {
  if (chain.family !== 'solana')
    throw new SandboxError('bad-request', `${chain.definition.name} has no slots.`);
  chain.setSlotsBehind(slots ?? undefined);
}

/** Makes the node answer from an older block, like a node that lags behind. */
function lagByBlocks(chain: SandboxChain, blocks: number): void {
  if (chain.family !== 'ton' && chain.family !== 'bitcoin') {
    throw new SandboxError(
      'bad-request',
      `The node of ${chain.definition.name} cannot lag by blocks.`,
    );
  }
  chain.setBlocksBehind(blocks);
}

/** @returns the ids of all transactions that left the mempool */
async function evict(chain: SandboxChain, txid: string): Promise<readonly string[]> {
  if (chain.family !== 'bitcoin') {
    throw new SandboxError('bad-request', `${chain.definition.name} cannot evict transactions.`);
  }
  return chain.evict(txid);
}

/** Makes transactions fail on Solana. On contract chains, `code` does that. */
function letFail(chain: SandboxChain, signature: string | null): void {
  if (chain.family === 'ton')
    throw new SandboxError('bad-request', 'TON has no failing switch: send too few coins.');
  if (chain.family === 'bitcoin') {
    throw new SandboxError(
      'bad-request',
      `Transactions in a block of ${chain.definition.name} cannot fail.`,
    );
  }
  if (chain.family !== 'solana') {
    throw new SandboxError(
      'bad-request',
      `${chain.definition.name} has contracts: replace one with code to make it fail.`,
    );
  }
  chain.letFail(signature ?? undefined);
}

/** Replaces the contract at an address. */
async function setCode(
  chain: SandboxChain,
  { address, bytecode }: { address: string; bytecode: Hex },
): Promise<void> {
  if (chain.family !== 'evm' && chain.family !== 'tron') {
    throw new SandboxError('bad-request', `${chain.definition.name} has no contracts.`);
  }
  const account = chain.notation.parseAddress(address);
  if (account === undefined) throw new SandboxError('bad-request', `${address} is not an address.`);
  await chain.blocks.setCode(account, bytecode);
}
