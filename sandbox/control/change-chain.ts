import type { Hex } from 'viem';
import { z } from 'zod';
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

/** What the control server can do to a chain: one thing at a time, which is its `kind`. */
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
  ],
  {
    error: ({ input, errors }) => {
      const named = KINDS.filter(
        (kind) => typeof input === 'object' && input !== null && kind in input,
      );
      const [kind] = named;
      if (kind === undefined || named.length > 1) return `say one of ${KINDS.join(', ')}`;
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
 * @returns what was done, for the answer
 * @throws {SandboxError} `bad-request` for what the chain does not have, and for what it cannot do
 */
export async function changeChain(chain: SandboxChain, change: ChainChange): Promise<object> {
  const { kind: _, ...told } = change;
  switch (change.kind) {
    case 'mining':
      await chain.blocks.setMining(change.mining);
      return told;
    case 'stall':
      await (change.stall ? chain.blocks.stall(bidOf(chain, change)) : chain.blocks.endStall());
      return told;
    case 'reorg':
      return { ...told, ...(await reorganize(chain, change)) };
    case 'slotsBehind':
      letNodeLag(chain, change.slotsBehind);
      return told;
    case 'code':
      await setCode(chain, change.code);
      return told;
    case 'failing':
      letFail(chain, change.failing);
      return told;
    case 'blocksBehind':
      letNodeShowThePast(chain, change.blocksBehind);
      return told;
    case 'evict':
      return { ...told, evicted: await evict(chain, change.evict) };
  }
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
 * What has to be bid from now on, in the unit of the chain. @returns undefined where that is left
 * to the chain
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

function letNodeLag(chain: SandboxChain, slots: number | null): void {
  if (chain.family !== 'solana')
    throw new SandboxError('bad-request', `${chain.definition.name} has no slots.`);
  chain.setSlotsBehind(slots ?? undefined);
}

/** As a node does that does not keep up: it answers by what it has. */
function letNodeShowThePast(chain: SandboxChain, blocks: number): void {
  if (chain.family !== 'ton' && chain.family !== 'bitcoin') {
    throw new SandboxError('bad-request', `${chain.definition.name} has no such node.`);
  }
  chain.setBlocksBehind(blocks);
}

/** @returns the ids of all transactions that the mempool has forgotten */
async function evict(chain: SandboxChain, txid: string): Promise<readonly string[]> {
  if (chain.family !== 'bitcoin') {
    throw new SandboxError('bad-request', `${chain.definition.name} forgets no transactions.`);
  }
  return chain.evict(txid);
}

/** Where there are contracts, `code` makes their callers fail. */
function letFail(chain: SandboxChain, signature: string | null): void {
  if (chain.family === 'ton')
    throw new SandboxError('bad-request', 'On TON, what fails is what cannot be paid for.');
  if (chain.family === 'bitcoin') {
    throw new SandboxError(
      'bad-request',
      `What is in a block of ${chain.definition.name} has not failed.`,
    );
  }
  if (chain.family !== 'solana') {
    throw new SandboxError(
      'bad-request',
      `${chain.definition.name} has contracts: say with code how they fail.`,
    );
  }
  chain.letFail(signature ?? undefined);
}

/** Another contract at an address, from now on. */
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
