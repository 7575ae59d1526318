import { numberToHex } from 'viem';
import { z } from 'zod';
import {
  headProbe,
  lookBackFrom,
  missing,
  type Probe,
  rateProbe,
} from '../../shared/endpoints/examine-each.ts';
import type { EvmChain } from '../formats/chain.ts';
import { block, minedLogs, quantity, simulatedBlocks } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { readPrice } from './estimate-fee.ts';
import { findBlock, readHead, readLatest } from './head.ts';
import { blocksPerQuestion } from './received.ts';

/** Any account will do. */
const nobody = '0x0000000000000000000000000000000000000001';
/** keccak256 of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** What Ferryman needs of an EVM endpoint, each as it is used. */
export function evmProbes(chain: EvmChain): Probe<Endpoint>[] {
  return [
    headProbe((endpoint) => readHead(endpoint, chain)),
    {
      need: 'SIMULATION',
      without: 'missing',
      purpose: 'simulate each transaction before it is signed',
      fix: 'Use a node or a plan with `eth_simulateV1` (go-ethereum 1.14.9, Nethermind 1.31, Reth 1.1 or later).',
      async run(endpoint) {
        const { number } = await readLatest(endpoint);
        const call = { from: nobody, to: nobody, value: '0x0' };
        const payload = { blockStateCalls: [{ calls: [call] }], traceTransfers: true };
        const params = [payload, numberToHex(number)];
        const [simulated] = await endpoint.read('eth_simulateV1', params, simulatedBlocks);
        if (simulated?.calls.length !== 1)
          throw missing(`${endpoint.host} simulated another number of calls than requested`);
        return 'simulates with `eth_simulateV1`';
      },
    },
    {
      need: 'TRACING',
      without: 'limited',
      purpose: 'find payouts in the native coin that contracts send',
      fix: 'Use a node or a plan with `debug_traceBlockByHash` and the tracer `callTracer`.',
      async run(endpoint) {
        const { hash } = await readLatest(endpoint);
        const params = [hash, { tracer: 'callTracer' }];
        await endpoint.readAlone('debug_traceBlockByHash', params, z.array(z.unknown()));
        return 'traces blocks with `debug_traceBlockByHash`';
      },
    },
    {
      need: 'HISTORY',
      without: 'missing',
      purpose: 'prove by an earlier state that a transaction can no longer land',
      fix: `Use a node that keeps the state of at least ${chain.proofDepth} blocks and the blocks of a day.`,
      async run(endpoint) {
        const { number } = await readLatest(endpoint);
        const depth = BigInt(chain.proofDepth);
        const deep = number > depth ? number - depth : 0n;
        const params = [nobody, numberToHex(deep)];
        await endpoint.read('eth_getTransactionCount', params, quantity);
        const old = lookBackFrom(number, chain);
        if ((await findBlock(endpoint, old)) === null)
          throw missing(`${endpoint.host} does not have block ${old}`);
        return `has the state of block ${deep} and block ${old}`;
      },
    },
    {
      need: 'FINALITY',
      without: 'limited',
      purpose: 'compare the final block with the depth that the registry assumes',
      fix: 'Use a node that knows the tag `finalized`; Ferryman counts blocks meanwhile (proofDepth).',
      async run(endpoint) {
        const read = await endpoint.read(
          'eth_getBlockByNumber',
          ['finalized', false],
          block.nullable(),
        );
        if (!read) throw missing(`${endpoint.host} has no block with the tag \`finalized\``);
        return `its block with the tag \`finalized\` is ${read.number}`;
      },
    },
    {
      need: 'LOG_RANGE',
      without: 'missing',
      purpose: 'find payouts and deposits in tokens',
      fix: `Use an endpoint that allows \`eth_getLogs\` over ${blocksPerQuestion} blocks.`,
      async run(endpoint) {
        const { number } = await readLatest(endpoint);
        const first = number >= blocksPerQuestion ? number - blocksPerQuestion + 1n : 0n;
        const topics = [transferTopic, null, `0x${nobody.slice(2).padStart(64, '0')}`];
        const filter = { fromBlock: numberToHex(first), toBlock: numberToHex(number), topics };
        await endpoint.read('eth_getLogs', [{ ...filter, address: nobody }], minedLogs);
        return `searches logs of ${number - first + 1n} blocks at once`;
      },
    },
    {
      need: 'FEES',
      without: 'missing',
      purpose: 'choose the fee of each transaction',
      fix: 'Use a node or a plan with `eth_feeHistory` (`eth_gasPrice` on a chain of type `legacy`).',
      async run(endpoint) {
        await readPrice(endpoint, chain);
        return 'shows the fees of the last blocks';
      },
    },
    rateProbe((endpoint) => endpoint.readAlone('eth_blockNumber', [], quantity)),
  ];
}
