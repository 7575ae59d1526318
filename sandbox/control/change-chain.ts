import type { Hex } from 'viem';
import { z } from 'zod';
import type { ChainFamily, SandboxEndpoints } from '../endpoints.ts';
import type { SandboxChain } from '../sandbox-chain.ts';
import { SandboxError } from '../sandbox-error.ts';

const integerText = z.string().regex(/^[1-9]\d{0,29}$/, 'has to be an integer above zero');
const bytecode = z.custom<Hex>((text) => typeof text === 'string' && /^0x([0-9a-f]{2})+$/i.test(text), 'has to be hex');

/** What the control server can do to a chain. */
export const chainChange = z
  .strictObject({
    mining: z.boolean().optional(),
    stall: z.boolean().optional(),
    baseFeePerGas: integerText.optional(),
    computeUnitPrice: integerText.optional(),
    reorg: z.number().int().min(1).optional(),
    drop: z.boolean().optional(),
    slotsBehind: z.number().int().min(1).nullable().optional(),
    code: z.strictObject({ address: z.string(), bytecode }).optional(),
    failing: z.string().nullable().optional(),
  })
  .refine(
    ({ mining, stall, reorg, slotsBehind, code, failing }) =>
      [mining, stall, reorg, slotsBehind, code, failing].filter((member) => member !== undefined).length === 1,
    'say one of mining, stall, reorg, slotsBehind, code and failing',
  )
  .refine(({ stall, baseFeePerGas }) => stall === true || baseFeePerGas === undefined, 'baseFeePerGas is for stall')
  .refine(
    ({ stall, computeUnitPrice }) => stall === true || computeUnitPrice === undefined,
    'computeUnitPrice is for stall',
  )
  .refine(({ reorg, drop }) => reorg !== undefined || drop === undefined, 'drop is for reorg');

type ChainChange = z.output<typeof chainChange>;

/** Above what the sandbox's own accounts bid, and above what most people are ready to pay; in the unit of each family. */
const STALLING_BID: Readonly<Record<ChainFamily, bigint>> = {
  // 1,000 gwei.
  evm: 1_000_000_000_000n,
  // Nobody bids: nothing gets in.
  tron: 1n,
  // In millionths of a lamport for each compute unit: 2 SOL for 200,000 of them.
  solana: 10_000_000_000n,
};

/**
 * @returns what was done, for the answer
 * @throws {SandboxError} `bad-request` for what the chain does not have, and for what it cannot do
 */
export async function changeChain(
  chain: SandboxChain,
  change: ChainChange,
  { finalityDepth }: SandboxEndpoints,
): Promise<object> {
  const { face, blocks, firstBlock } = chain;
  const { mining, stall, reorg: depth, drop = false, slotsBehind, code, failing } = change;
  if (code !== undefined) await setCode(chain, code);
  if (failing !== undefined) letFail(chain, failing);
  if (slotsBehind !== undefined) letNodeLag(chain, slotsBehind);
  if (mining !== undefined) await blocks.setMining(mining);
  if (stall !== undefined) await blocks.stall(stall ? bidOf(chain, change) : undefined);
  if (depth === undefined) return change;
  const { from, removed, returned } = await blocks.reorganize({ depth, drop, finalityDepth, firstBlock });
  const render = face.renderTransactionId;
  return { ...change, fromBlock: Number(from), removed: removed.map(render), returned: returned.map(render) };
}

function bidOf({ family, definition }: SandboxChain, { baseFeePerGas, computeUnitPrice }: ChainChange): bigint {
  if (baseFeePerGas !== undefined && family !== 'evm') {
    throw new SandboxError('bad-request', `${definition.name} has no base fee.`);
  }
  if (computeUnitPrice !== undefined && family !== 'solana') {
    throw new SandboxError('bad-request', `${definition.name} has no compute units.`);
  }
  return BigInt(baseFeePerGas ?? computeUnitPrice ?? STALLING_BID[family]);
}

function letNodeLag(chain: SandboxChain, slots: number | null): void {
  if (chain.family !== 'solana') throw new SandboxError('bad-request', `${chain.definition.name} has no slots.`);
  chain.setSlotsBehind(slots ?? undefined);
}

/** Where there are contracts, `code` makes their callers fail. */
function letFail(chain: SandboxChain, signature: string | null): void {
  if (chain.family !== 'solana') {
    throw new SandboxError('bad-request', `${chain.definition.name} has contracts: say with code how they fail.`);
  }
  chain.letFail(signature ?? undefined);
}

/** Another contract at an address, from now on. */
async function setCode(chain: SandboxChain, { address, bytecode }: { address: string; bytecode: Hex }): Promise<void> {
  if (chain.family === 'solana') throw new SandboxError('bad-request', `${chain.definition.name} has no contracts.`);
  const account = chain.face.parseAddress(address);
  if (account === undefined) throw new SandboxError('bad-request', `${address} is not an address.`);
  await chain.blocks.setCode(account, bytecode);
}
