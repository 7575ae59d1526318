import {
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  getAddress,
  type Hash,
  type Hex,
  type Log,
  zeroAddress,
} from 'viem';
import { z } from 'zod';
import type { SandboxChainName, TronChainEndpoints } from '../endpoints.ts';
import { SandboxError } from '../sandbox-error.ts';
import { parseTronAddress, renderHexAddress } from '../tron/tron-address.ts';
import type { AuditReader, AuditReceipt, SentTransaction } from './audit-reader.ts';
import type { Balance, ChainSnapshot } from './audit-types.ts';
import { contractReceipt } from './contract-receipt.ts';

const SNAPSHOT_ATTEMPTS = 100;
const BLOCKS_AT_ONCE = 50;

const hex = z.string().transform((text): Hex => `0x${text}`);
const address = z.string().transform((text) => getAddress(`0x${text.slice(-40)}`));

const transaction = z.object({
  txID: hex,
  raw_data: z.object({
    contract: z.tuple([
      z.object({
        parameter: z.object({
          value: z.object({
            owner_address: address,
            to_address: address.optional(),
            contract_address: address.optional(),
            amount: z.int().optional(),
            call_value: z.int().optional(),
            data: hex.default('0x'),
          }),
        }),
      }),
    ]),
  }),
});
const block = z.object({
  blockID: z.string(),
  block_header: z.object({
    raw_data: z.object({ number: z.int().default(0), parentHash: z.string() }),
  }),
  transactions: z.array(transaction).default([]),
});
const info = z.object({
  id: hex,
  fee: z.int(),
  blockNumber: z.int(),
  result: z.literal('FAILED').optional(),
  log: z
    .array(z.object({ address, topics: z.array(hex).default([]), data: hex.default('0x') }))
    .default([]),
});

type TronBlock = z.output<typeof block>;

/** Reads TRON through java-tron's HTTP API. */
export function tronReader(
  chain: SandboxChainName,
  { fullNodeUrls, tokens }: TronChainEndpoints,
): AuditReader {
  const [url] = fullNodeUrls;
  if (url === undefined) throw new SandboxError('bad-option', `${chain} has no full node.`);

  const ask = async <Answer>(
    path: string,
    body: object,
    schema: z.ZodType<Answer>,
  ): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return schema.parse(await response.json());
  };

  const latest = () => ask('wallet/getnowblock', {}, block);

  const readBlocks = async (first: number, last: number): Promise<TronBlock[]> => {
    const blocks: TronBlock[] = [];
    for (let startNum = first; startNum <= last; startNum += BLOCKS_AT_ONCE) {
      const endNum = Math.min(startNum + BLOCKS_AT_ONCE, last + 1);
      const found = await ask(
        'wallet/getblockbylimitnext',
        { startNum, endNum },
        z.object({ block: z.array(block) }),
      );
      blocks.push(...found.block);
    }
    return blocks;
  };

  const call = async (
    contract: Address,
    selector: string,
    parameter: Hex,
  ): Promise<bigint | undefined> => {
    const body = {
      owner_address: renderHexAddress(zeroAddress),
      contract_address: renderHexAddress(contract),
      function_selector: selector,
      parameter: parameter.slice(2),
    };
    const schema = z.object({
      result: z.looseObject({ message: z.string().optional() }),
      constant_result: z.array(hex).default([]),
    });
    const { result, constant_result: answers } = await ask(
      'wallet/triggerconstantcontract',
      body,
      schema,
    );
    const [answer] = answers;
    if (result.message !== undefined || answer === undefined || answer === '0x') return undefined;
    return decodeAbiParameters([{ type: 'uint256' }], answer)[0];
  };

  const readBalance = async (account: Address, token: Address): Promise<Balance> => {
    if (token !== zeroAddress) {
      const amount = await call(
        token,
        'balanceOf(address)',
        encodeAbiParameters([{ type: 'address' }], [account]),
      );
      if (amount === undefined)
        throw new SandboxError('engine-failed', `${token} reports no balance on ${chain}.`);
      return { account, token, amount };
    }
    const schema = z.object({ balance: z.int().default(0) });
    const { balance } = await ask(
      'wallet/getaccount',
      { address: renderHexAddress(account) },
      schema,
    );
    return { account, token, amount: BigInt(balance) };
  };

  /**
   * Whether no transaction came between two blocks, so that the values read meanwhile are valid at
   * the second block.
   */
  const isQuiet = async (before: TronBlock, after: TronBlock): Promise<boolean> => {
    if (before.blockID === after.blockID) return true;
    const blocks = await readBlocks(numberOf(before) + 1, numberOf(after));
    return (
      isChain([before, ...blocks]) && blocks.every(({ transactions }) => transactions.length === 0)
    );
  };

  return {
    // A full node serves only the latest state.
    async takeSnapshot(accounts): Promise<ChainSnapshot> {
      const addresses = [zeroAddress, ...tokens.map((token) => booked(token.address))];
      for (let attempt = 1; attempt <= SNAPSHOT_ATTEMPTS; attempt++) {
        const before = await latest();
        const pairs = accounts.flatMap((account) =>
          addresses.map((token) => [account, token] as const),
        );
        const balances = await Promise.all(
          pairs.map(([account, token]) => readBalance(account, token)),
        );
        const after = await latest();
        if (await isQuiet(before, after))
          return { chain, blockNumber: BigInt(numberOf(after)), balances, nonces: [] };
      }
      throw new SandboxError(
        'engine-failed',
        `${chain} never paused long enough for a snapshot. Stop the traffic and try again.`,
      );
    },

    async findTransactions(opening, closing) {
      const accounts = new Set(closing.balances.map(({ account }) => account));
      if (accounts.size === 0) return [];
      const blocks = await readBlocks(Number(opening.blockNumber), Number(closing.blockNumber));
      if (!isChain(blocks))
        throw new SandboxError(
          'engine-failed',
          `The blocks of ${chain} do not link to each other.`,
        );
      const found: SentTransaction[] = [];
      for (const { transactions, ...one } of blocks.slice(1)) {
        if (transactions.length === 0) continue;
        const infos = await ask(
          'wallet/gettransactioninfobyblocknum',
          { num: numberOf(one) },
          z.array(info),
        );
        for (const { txID: id, raw_data } of transactions) {
          const { account, ...sent } = contractOf(raw_data);
          if (!accounts.has(account)) continue;
          const fee = infos.find((candidate) => candidate.id === id)?.fee;
          if (fee === undefined)
            throw new SandboxError('engine-failed', `${chain} does not report the fee of ${id}.`);
          found.push({ id, account, ...sent, fee: BigInt(fee) });
        }
      }
      return found;
    },

    async findReceipt(id): Promise<AuditReceipt | undefined> {
      const value = id.slice(2);
      const found = await ask(
        'wallet/gettransactioninfobyid',
        { value },
        z.union([info, z.strictObject({})]),
      );
      if (!('id' in found)) return undefined;
      const { raw_data } = await ask('wallet/gettransactionbyid', { value }, transaction);
      const { account: from, to, value: paid } = contractOf(raw_data);
      const logs = found.log.map((log, logIndex) => asLog(log, { id, logIndex }));
      const [blockNumber, isSuccessful] = [BigInt(found.blockNumber), found.result === undefined];
      return contractReceipt({ id, blockNumber, isSuccessful, from, to, value: paid, logs });
    },

    readFixedFee: async (contract) => (await call(contract, 'fixedFee()', '0x')) ?? 0n,
  };
}

function numberOf({ block_header }: Pick<TronBlock, 'block_header'>): number {
  return block_header.raw_data.number;
}

/** Whether each block names the one before it. */
function isChain(blocks: readonly TronBlock[]): boolean {
  return blocks.every((one, index) => {
    const parent = blocks[index - 1];
    return parent === undefined || one.block_header.raw_data.parentHash === parent.blockID;
  });
}

function contractOf({ contract: [only] }: z.output<typeof transaction>['raw_data']) {
  const { owner_address, to_address, contract_address, amount, call_value, data } =
    only.parameter.value;
  return {
    account: owner_address,
    to: to_address ?? contract_address ?? null,
    input: data,
    value: BigInt(amount ?? call_value ?? 0),
  };
}

function booked(text: string): Address {
  const parsed = parseTronAddress(text);
  if (parsed === undefined)
    throw new SandboxError('bad-option', `${text} is not an address of TRON.`);
  return parsed;
}

/** An event in the EVM's form. */
function asLog(
  { address, topics, data }: z.output<typeof info>['log'][number],
  { id, logIndex }: { readonly id: Hash; readonly logIndex: number },
): Log {
  const [first, ...rest] = topics;
  return {
    address,
    data,
    topics: first === undefined ? [] : [first, ...rest],
    transactionHash: id,
    transactionIndex: 0,
    logIndex,
    blockHash: id,
    blockNumber: 0n,
    removed: false,
  };
}
