import { TronWeb } from 'tronweb';
import { type Address, getAddress, type Hex, zeroAddress } from 'viem';
import { z } from 'zod';
import type { TronChainEndpoints } from '../../../sandbox/endpoints.ts';
import { parseTronAddress, renderTronAddress } from '../../../sandbox/tron/tron-address.ts';
import { tronNativeToken } from '../../../src/families/tron/formats/chain.ts';
import { approvalsIn, arrivalsIn, whatWasDone } from './contract-events.ts';
import { askFullNode, readNewestBlock } from './java-tron.ts';
import type { ChainHistory, Incoming, Outgoing, RunChain, Waiting, Wallets } from './run-chain.ts';

const blocksAtOnce = 50;
/** Nobody's account; what goes there, in sun, is far less than any job pays. */
const elsewhere = renderTronAddress('0x00000000000000000000000000000000000000e1');
const trifle = 1;

const hex = z.string().transform((text): Hex => `0x${text}`);
const address = z.string().transform((text) => getAddress(`0x${text.slice(-40)}`));
const call = z.object({
  owner_address: address,
  to_address: address.optional(),
  amount: z.int().default(0),
  call_value: z.int().default(0),
});
const transaction = z.object({
  txID: z.string(),
  raw_data: z.object({ contract: z.tuple([z.object({ parameter: z.object({ value: call }) })]) }),
});
const block = z.object({
  block_header: z.object({ raw_data: z.object({ number: z.int().default(0) }) }),
  transactions: z.array(transaction).default([]),
});
const info = z.object({
  id: z.string(),
  result: z.literal('FAILED').optional(),
  log: z
    .array(z.object({ address, topics: z.array(hex).default([]), data: hex.default('0x') }))
    .default([]),
});

type Transaction = z.output<typeof transaction>;
type Info = z.output<typeof info>;
type Names = ReadonlyMap<Address, string>;
type Ask = <Answer>(path: string, body: object, schema: z.ZodType<Answer>) => Promise<Answer>;

/** Reads every block and the outcome of every transaction through java-tron's HTTP interface. */
export function tronRunChain(name: 'TRON', { fullNodeUrls }: TronChainEndpoints): RunChain {
  const url = fullNodeUrls[0] ?? '';
  const ask: Ask = (path, body, schema) => askFullNode(url, path, body, schema);
  return {
    name,
    family: 'tron',
    async readHistory(wallets) {
      const names = namesOf(wallets);
      const history: ChainHistory = { outgoing: [], incoming: [], approvals: [], accounts: [] };
      for (const [sent, outcome] of await readTransactions(
        ask,
        await readNewestBlock(url, 'wallet'),
      )) {
        const seen = { chain: name, txId: sent.txID } as const;
        const wallet = names.get(ownerOf(sent));
        const succeeded = outcome.result === undefined;
        if (wallet !== undefined)
          history.outgoing.push({ ...seen, wallet, succeeded, ...whatItDid(sent, outcome) });
        else
          history.incoming.push(
            ...whatItBrought(sent, outcome, names).map((one) => ({ ...seen, ...one })),
          );
        const approvals = approvalsIn(logsOf(outcome), names, renderTronAddress);
        history.approvals.push(...approvals.map((one) => ({ ...seen, ...one })));
      }
      return history;
    },
    async balanceOf(account, token) {
      if (token === tronNativeToken) {
        const schema = z.object({ balance: z.int().default(0) });
        return BigInt(
          (await ask('wallet/getaccount', { address: account, visible: true }, schema)).balance,
        );
      }
      const question = {
        owner_address: renderTronAddress(zeroAddress),
        contract_address: token,
        function_selector: 'balanceOf(address)',
        parameter: (parseTronAddress(account) ?? zeroAddress).slice(2).padStart(64, '0'),
        visible: true,
      };
      const schema = z.object({ constant_result: z.tuple([hex]) });
      return BigInt(
        (await ask('wallet/triggerconstantcontract', question, schema)).constant_result[0],
      );
    },
    async readWaiting(wallets) {
      const names = namesOf(wallets);
      const { txId } = await ask(
        'wallet/gettransactionlistfrompending',
        {},
        z.object({ txId: z.array(z.string()) }),
      );
      // One that has got into a block meanwhile waits no more.
      const maybe = z.union([transaction, z.strictObject({}).transform(() => undefined)]);
      const held = await Promise.all(
        txId.map((id) => ask('wallet/gettransactionfrompending', { value: id }, maybe)),
      );
      return held.flatMap((one): Waiting[] => {
        const wallet = one && names.get(ownerOf(one));
        return wallet === undefined ? [] : [{ wallet, what: one?.txID ?? '', isNext: true }];
      });
    },
    readHeight: async () => BigInt(await readNewestBlock(url, 'wallet')),
    async sendFrom({ address: owner, secret }) {
      const stranger = new TronWeb({ fullHost: url, privateKey: secret.slice(2) });
      const unsigned = await stranger.transactionBuilder.sendTrx(elsewhere, trifle, owner);
      const { result, txid, message } = await stranger.trx.sendRawTransaction(
        await stranger.trx.sign(unsigned),
      );
      if (!result) throw new Error(`a stranger's transaction is not taken: ${message}`);
      return txid;
    },
  };
}

function namesOf(wallets: Wallets): Names {
  return new Map(
    wallets.flatMap(({ name, family, address: text }) => {
      const account = family === 'tron' ? parseTronAddress(text) : undefined;
      return account === undefined ? [] : [[account, name] as const];
    }),
  );
}

async function readTransactions(ask: Ask, latest: number): Promise<[Transaction, Info][]> {
  const found: [Transaction, Info][] = [];
  for (let startNum = 0; startNum <= latest; startNum += blocksAtOnce) {
    const range = { startNum, endNum: Math.min(startNum + blocksAtOnce, latest + 1) };
    const { block: blocks } = await ask(
      'wallet/getblockbylimitnext',
      range,
      z.object({ block: z.array(block) }),
    );
    for (const one of blocks.filter(({ transactions }) => transactions.length > 0)) {
      const infos = await ask(
        'wallet/gettransactioninfobyblocknum',
        { num: numberOf(one) },
        z.array(info),
      );
      const outcomes = new Map(infos.map((outcome) => [outcome.id, outcome]));
      for (const sent of one.transactions) {
        const outcome = outcomes.get(sent.txID);
        if (!outcome) throw new Error(`the node tells no outcome of ${sent.txID}`);
        found.push([sent, outcome]);
      }
    }
  }
  return found;
}

function whatItDid(
  sent: Transaction,
  outcome: Info,
): Pick<Outgoing, 'paid' | 'deposits' | 'fetched'> {
  const { amount, call_value } = callOf(sent);
  const given = BigInt(outcome.result === undefined ? amount + call_value : 0);
  const by = { wallet: ownerOf(sent), value: given, nativeToken: tronNativeToken };
  return whatWasDone(logsOf(outcome), by, renderTronAddress);
}

function whatItBrought(
  sent: Transaction,
  outcome: Info,
  names: Names,
): Pick<Incoming, 'wallet' | 'token' | 'amount'>[] {
  const { to_address, amount } = callOf(sent);
  const wallet = to_address && names.get(to_address);
  return [
    ...arrivalsIn(logsOf(outcome), names, renderTronAddress),
    ...(wallet === undefined ? [] : [{ wallet, token: tronNativeToken, amount: BigInt(amount) }]),
  ];
}

/** In the form that the EVM's have. */
function logsOf({ log }: Info) {
  return log.map(({ address: contract, topics: [first, ...rest], data }) => {
    const topics: [] | [Hex, ...Hex[]] = first === undefined ? [] : [first, ...rest];
    return { address: contract, topics, data };
  });
}

function callOf({ raw_data }: Transaction): z.output<typeof call> {
  return raw_data.contract[0].parameter.value;
}

function ownerOf(sent: Transaction): Address {
  return callOf(sent).owner_address;
}

function numberOf({ block_header }: z.output<typeof block>): number {
  return block_header.raw_data.number;
}
