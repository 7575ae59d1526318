import { type Address, encodeFunctionData, parseUnits, zeroAddress } from 'viem';
import { BRIDGE_IDS, type BridgeId } from '../chains/bridge-ids.ts';
import {
  type ChainDefinition,
  MINTABLE_TOKENS,
  type TokenDefinition,
} from '../chains/chain-catalogue.ts';
import type { Token } from '../chains/token.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { AccountSender } from './account-sender.ts';
import { BridgeGateway } from './artifacts/BridgeGateway.ts';
import { ClaimVault } from './artifacts/ClaimVault.ts';
import { FeeToken } from './artifacts/FeeToken.ts';
import { Pool } from './artifacts/Pool.ts';
import { RefundGateway } from './artifacts/RefundGateway.ts';
import { StandardToken } from './artifacts/StandardToken.ts';
import { SwapRouter } from './artifacts/SwapRouter.ts';
import { TokenGateway } from './artifacts/TokenGateway.ts';
import { WrappedNative } from './artifacts/WrappedNative.ts';
import { ZeroFirstToken } from './artifacts/ZeroFirstToken.ts';
import { type Artifact, createDeploymentPlan, type DeploymentPlan } from './deployment-plan.ts';
import type { Deployment, EvmChain, LiquidityPool } from './evm-chain.ts';

/**
 * Value of each side of a pool in whole US dollars. A few hundred ether move the price by less than
 * 1 %.
 */
const POOL_SIDE_USD = 500_000_000n;
/** Whole native coins to wrap at the start, for pools, payers and funded accounts. */
const WRAPPED_STOCK = '20000000000';

interface DeployOptions {
  readonly definition: ChainDefinition;
  /** Deploys and mints. It must have a large balance and no transactions yet. */
  readonly treasury: AccountSender;
  /** These receive liquidity. */
  readonly payers: EvmChain['payers'];
}

/**
 * Deploys and funds everything on one chain, in a block or two.
 * @throws {SandboxError} `deployment-failed`
 */
export async function deployContracts({
  definition,
  treasury,
  payers,
}: DeployOptions): Promise<Deployment> {
  const plan = createDeploymentPlan(treasury.address);
  const { wrappedNative, usdc, dai, usdt, fee } = deployTokens(plan, definition);
  const pairs = [
    [wrappedNative, usdc],
    [wrappedNative, dai],
    [usdc, dai],
    [usdc, usdt],
    [usdc, fee],
  ] as const;
  const pools = pairs.map(([token0, token1]) => deployPool(plan, token0, token1));

  // The gateway and its two operators refer to each other, so compute its address first.
  const tokenGateway = plan.addressAfter(2);
  const swapRouter = plan.deploy(SwapRouter, [
    wrappedNative.address,
    tokenGateway,
    pools.map(({ address }) => address),
  ]);
  const relay = plan.deploy(BridgeGateway, [definition.bridgeFee, tokenGateway]);
  plan.deploy(TokenGateway, [[swapRouter, relay]]);
  const operator = payers.others.address;
  const gateways = BRIDGE_IDS.map((id) => {
    if (id === 'relay') return [id, { address: relay, spender: tokenGateway }] as const;
    const address = deployGateway(plan, id, definition.bridgeFee, operator);
    return [id, { address, spender: address }] as const;
  });
  const claimVault = plan.deploy(ClaimVault, [operator]);

  const tokens = [usdc, dai, usdt, fee, wrappedNative];
  const holders = [...Object.values(payers).map(({ address }) => address), claimVault];
  for (const holder of holders) {
    for (const token of tokens)
      plan.give(token, holder, parseUnits(`${definition.payerStock}`, token.decimals));
  }
  plan.call(claimVault, '0x', parseUnits(`${definition.payerStock}`, definition.native.decimals));
  await execute(plan, treasury);

  const native: Token = { ...definition.native, chain: definition.name, address: zeroAddress };
  return {
    tokens: [native, ...tokens],
    native,
    wrappedNative,
    pools,
    swapRouter,
    tokenGateway,
    bridgeGateways: Object.fromEntries(gateways) as Deployment['bridgeGateways'],
    claimVault,
  };
}

/** Deploys a gateway that is its own spender. That of `celer_bridge` can refund deposits. */
function deployGateway(
  plan: DeploymentPlan,
  id: BridgeId,
  fixedFee: bigint,
  operator: Address,
): Address {
  return id === 'celer_bridge'
    ? plan.deploy(RefundGateway, [fixedFee, zeroAddress, operator])
    : plan.deploy(BridgeGateway, [fixedFee, zeroAddress]);
}

function deployTokens(
  plan: DeploymentPlan,
  { name: chain, wrappedNative, usdtBehaviour }: ChainDefinition,
) {
  if (wrappedNative === undefined)
    throw new SandboxError('bad-option', `${chain} has no wrapped coin to deploy.`);
  const mintable = (definition: TokenDefinition, artifact: Artifact): Token => {
    const { name, symbol, decimals } = definition;
    return { ...definition, chain, address: plan.deploy(artifact, [name, symbol, decimals]) };
  };
  const { name, symbol, decimals } = wrappedNative;
  const wrapped = plan.deploy(WrappedNative, [name, symbol, decimals]);
  const stock = parseUnits(WRAPPED_STOCK, decimals);
  plan.call(
    wrapped,
    encodeFunctionData({ abi: WrappedNative.abi, functionName: 'deposit' }),
    stock,
  );
  return {
    wrappedNative: { ...wrappedNative, chain, address: wrapped },
    usdc: mintable(MINTABLE_TOKENS.USDC, StandardToken),
    dai: mintable(MINTABLE_TOKENS.DAI, StandardToken),
    usdt: mintable(
      { ...MINTABLE_TOKENS.USDT, behaviour: usdtBehaviour },
      usdtBehaviour === 'zero-first' ? ZeroFirstToken : StandardToken,
    ),
    fee: mintable(MINTABLE_TOKENS.FEE, FeeToken),
  };
}

function deployPool(plan: DeploymentPlan, token0: Token, token1: Token): LiquidityPool {
  const address = plan.deploy(Pool, [token0.address, token1.address]);
  for (const side of [token0, token1]) {
    plan.give(side, address, (POOL_SIDE_USD * 10n ** BigInt(side.decimals + 6)) / side.usdMicros);
  }
  plan.call(address, encodeFunctionData({ abi: Pool.abi, functionName: 'sync' }));
  return { address, token0, token1 };
}

async function execute({ calls }: DeploymentPlan, treasury: AccountSender): Promise<void> {
  const hashes = await Promise.all(calls.map((call) => treasury.submit(call)));
  const receipts = await Promise.all(hashes.map((hash) => treasury.mined(hash)));
  const failed = receipts.findIndex((receipt) => receipt.status === 'reverted');
  if (failed !== -1)
    throw new SandboxError('deployment-failed', `Deployment transaction ${failed} was reverted.`);
}
