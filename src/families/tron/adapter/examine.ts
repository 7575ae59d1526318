import type { Address } from 'viem';
import { describeAmount } from '../../../core/amounts/amounts.ts';
import { approveCall } from '../../shared/contracts/token-calls.ts';
import {
  headProbe,
  lookBackFrom,
  missing,
  type Probe,
  rateProbe,
} from '../../shared/endpoints/examine-each.ts';
import type { TronChain } from '../formats/chain.ts';
import type { TronTransaction } from '../formats/transaction.ts';
import { addressText } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';
import { readCost } from './estimate-fee.ts';
import { readHead, readHeadBlocks } from './head.ts';
import { inspect } from './inspect.ts';
import { readFullBlock } from './read-full-block.ts';
import { readIdentity } from './read-identity.ts';
import { requireLogs } from './simulate.ts';
import { wrappedOf } from './simulated-effects.ts';
import { hasTransaction, readInfo, readInfosOfBlock } from './transaction-info.ts';

/** Any account will do. */
const nobody: Address = '0x0000000000000000000000000000000000000001';
/** Of no transaction. */
const unknownTxId = '0'.repeat(64);
/** Blocks that are searched for calls by contracts: a minute. */
const tracedBlocks = 20n;
/**
 * Calls of contracts after which a node that has shown no call by one stores none. Most call a
 * token, which calls nothing.
 */
const enoughCalls = 500;

/** What Ferryman needs of a full node of TRON, each as it is used. */
export function tronProbes(chain: TronChain): Probe<Endpoint>[] {
  const wrapped = wrappedOf(chain);
  return [
    headProbe(readHead),
    {
      need: 'SIMULATION',
      without: 'missing',
      purpose: 'simulate each transaction before it is signed',
      fix: 'Use a recent java-tron with `vm.supportConstant = true`, or a plan with `wallet/triggerconstantcontract` and `wallet/getcontractinfo`.',
      async run(endpoint) {
        await inspect(endpoint, [wrapped ?? nobody], nobody);
        if (wrapped === undefined) return 'simulates calls; whether with their logs is not known';
        await requireLogs(endpoint, chain, nobody, []);
        return 'simulates calls with their logs by `wallet/triggerconstantcontract`';
      },
    },
    {
      need: 'TRACING',
      without: 'limited',
      purpose: 'find payouts in the native coin that contracts send',
      fix: 'Use a node with `vm.saveInternalTx = true`.',
      async run(endpoint) {
        const calls = await countCalls(endpoint);
        if (calls === 'by_contracts') return 'shows the calls by contracts';
        if (calls < enoughCalls) return `no contract has called another in ${tracedBlocks} blocks`;
        throw missing(
          `${endpoint.host} shows no call by a contract in ${calls} calls of contracts`,
        );
      },
    },
    {
      need: 'HISTORY',
      without: 'missing',
      purpose: 'find payouts and deposits, and transactions of a restored journal',
      fix: 'Use a full node, not a lite one, with `storage.transHistory.switch = "on"`, that keeps the blocks of a day.',
      async run(endpoint) {
        const { solidified } = await readHeadBlocks(endpoint);
        const old = lookBackFrom(solidified.number, chain);
        const { isWhole } = await readFullBlock(endpoint, old);
        if (!isWhole) throw missing(`${endpoint.host} does not have all outcomes of block ${old}`);
        return `has block ${old} with the outcomes of its transactions`;
      },
    },
    {
      need: 'FINALITY',
      without: 'missing',
      purpose: 'prove that a transaction has landed, or can no longer land',
      fix: 'Use a node with its solidity interface (`walletsolidity/`) and `storage.transHistory.switch = "on"`.',
      async run(endpoint) {
        const { solidified } = await readHeadBlocks(endpoint);
        // Behind a load balancer, another node may be some blocks behind.
        const depth = BigInt(chain.proofDepth);
        const number = solidified.number > depth ? solidified.number - depth : 0n;
        const [known] = (await readFullBlock(endpoint, number)).transactions;
        const txId = known?.id ?? unknownTxId;
        const found = [
          await hasTransaction(endpoint, txId, 'wallet'),
          await hasTransaction(endpoint, txId, 'walletsolidity'),
          (await readInfo(endpoint, txId, 'walletsolidity')) !== undefined,
        ];
        if (known && found.includes(false))
          throw missing(`${endpoint.host} does not find ${txId}, which is in its block ${number}`);
        return `its solidified block is ${solidified.number}, with its transactions`;
      },
    },
    {
      need: 'FEES',
      without: 'missing',
      purpose: 'know what a transaction costs, and bound it',
      fix: 'Use a node or a plan with `wallet/getchainparameters`, `wallet/getaccountresource` and `wallet/getaccount`.',
      async run(endpoint) {
        const price = await readCost(endpoint, chain, nobody, triedOn(wrapped));
        return `shows the prices of the network: ${describeAmount(price, chain.nativeToken)} for a unit of energy`;
      },
    },
    rateProbe(readIdentity),
  ];
}

/** The calls of contracts in the newest solidified blocks, unless one of these has called another. */
async function countCalls(endpoint: Endpoint): Promise<number | 'by_contracts'> {
  const { solidified } = await readHeadBlocks(endpoint);
  let calls = 0;
  for (let back = 0n; back < tracedBlocks && back < solidified.number; back += 1n) {
    const infos = await readInfosOfBlock(endpoint, solidified.number - back);
    const called = infos.flatMap(({ info }) => (info?.receipt.result === undefined ? [] : [info]));
    if (called.some(({ internal_transactions: calling }) => calling.length > 0))
      return 'by_contracts';
    calls += called.length;
  }
  return calls;
}

/** A call that anyone can make, or a transfer of nothing on a chain without a known contract. */
function triedOn(wrapped: Address | undefined): TronTransaction {
  if (wrapped === undefined)
    return { family: 'tron', to: addressText(nobody), data: '0x', value: 0n };
  const { to, data } = approveCall(wrapped, nobody, 0n);
  return { family: 'tron', to: addressText(to), data, value: 0n };
}
