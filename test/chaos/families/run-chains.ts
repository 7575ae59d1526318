import { evmChainsOf, type SandboxEndpoints } from '../../../sandbox/endpoints.ts';
import { bitcoinRunChain } from './bitcoin-run-chain.ts';
import { evmRunChain } from './evm-run-chain.ts';
import type { RunChain } from './run-chain.ts';
import { solanaRunChain } from './solana-run-chain.ts';
import { tonRunChain } from './ton-run-chain.ts';
import { tronRunChain } from './tron-run-chain.ts';

/** All chains of a sandbox. */
export function runChainsOf(endpoints: Pick<SandboxEndpoints, 'chains'>): RunChain[] {
  const { TRON, SOLANA, TON, BITCOIN } = endpoints.chains;
  return [
    ...evmChainsOf(endpoints).map(([name, chain]) => evmRunChain(name, chain)),
    ...(TRON ? [tronRunChain('TRON', TRON)] : []),
    ...(SOLANA ? [solanaRunChain('SOLANA', SOLANA)] : []),
    ...(TON ? [tonRunChain('TON', TON)] : []),
    ...(BITCOIN ? [bitcoinRunChain('BITCOIN', BITCOIN)] : []),
  ];
}
