import {
  type Abi,
  type Address,
  type ContractConstructorArgs,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hash,
  type Hex,
  parseEther,
  parseUnits,
  zeroAddress,
} from 'viem';
import { SandboxError } from '../sandbox-error.ts';
import type { AccountSender, Call } from './account-sender.ts';
import { BridgeGateway } from './artifacts/BridgeGateway.ts';
import { FeeToken } from './artifacts/FeeToken.ts';
import { Pool } from './artifacts/Pool.ts';
import { StandardToken } from './artifacts/StandardToken.ts';
import { SwapRouter } from './artifacts/SwapRouter.ts';
import { TokenGateway } from './artifacts/TokenGateway.ts';
import { WrappedNative } from './artifacts/WrappedNative.ts';
import { ZeroFirstToken } from './artifacts/ZeroFirstToken.ts';
import { type ChainDefinition, MINTABLE_TOKENS, type TokenDefinition } from './chain-catalogue.ts';
import type { Deployment, LiquidityPool } from './evm-chain.ts';
import type { Token } from './token.ts';

/** What each side of a pool is worth, in whole US dollars: a few hundred ether move the price by less than 1 %. */
const POOL_SIDE_USD = 500_000_000n;
/** Whole tokens that each paying provider holds of everything on every chain. */
export const PAYER_STOCK = 1_000_000_000n;
/** Wrapped native coins, in wei, that the treasury keeps for funding accounts. */
const WRAPPED_STOCK = parseEther('10000000');

const DEPLOY_GAS = 3_000_000n;
const CALL_GAS = 200_000n;

interface DeployOptions {
  readonly definition: ChainDefinition;
  /** Deploys and mints; must not have sent anything yet, and must be rich. */
  readonly treasury: AccountSender;
  /** Accounts to be given liquidity. */
  readonly payers: readonly Address[];
}

/**
 * Deploys and fills everything on one chain. All addresses follow from the treasury's nonces, so all transactions are
 * sent at once and are mined in a block or two.
 * @throws {SandboxError} `deployment-failed`
 */
export async function deployContracts({ definition, treasury, payers }: DeployOptions): Promise<Deployment> {
  const calls: Call[] = [];
  const addressAt = (index: number): Address => getContractAddress({ from: treasury.address, nonce: BigInt(index) });

  const deploy = <const abi extends Abi>(
    artifact: { readonly abi: abi; readonly bytecode: Hex },
    args: ContractConstructorArgs<abi>,
  ): Address => {
    const data = encodeDeployData({ abi: artifact.abi as Abi, bytecode: artifact.bytecode, args: args as unknown[] });
    calls.push({ data, gas: DEPLOY_GAS });
    return addressAt(calls.length - 1);
  };
  const call = (to: Address, data: Hex, value = 0n): void => {
    calls.push({ to, data, value, gas: CALL_GAS });
  };
  const token = (tokenDefinition: TokenDefinition, address: Address): Token => ({
    ...tokenDefinition,
    chain: definition.name,
    address,
  });
  const mintable = (tokenDefinition: TokenDefinition, artifact: { readonly abi: Abi; readonly bytecode: Hex }): Token =>
    token(tokenDefinition, deploy(artifact, [tokenDefinition.name, tokenDefinition.symbol, tokenDefinition.decimals]));

  const wrappedNative = token(
    definition.wrappedNative,
    deploy(WrappedNative, [definition.wrappedNative.name, definition.wrappedNative.symbol]),
  );
  const usdc = mintable(MINTABLE_TOKENS.USDC, StandardToken);
  const dai = mintable(MINTABLE_TOKENS.DAI, StandardToken);
  const usdt = mintable(MINTABLE_TOKENS.USDT, ZeroFirstToken);
  const fee = mintable(MINTABLE_TOKENS.FEE, FeeToken);

  const give = (given: Token, to: Address, amount: bigint): void => {
    if (given === wrappedNative) {
      call(given.address, encodeFunctionData({ abi: WrappedNative.abi, functionName: 'transfer', args: [to, amount] }));
    } else {
      call(given.address, encodeFunctionData({ abi: StandardToken.abi, functionName: 'mint', args: [to, amount] }));
    }
  };
  const poolSide = (side: Token): bigint => (POOL_SIDE_USD * 10n ** BigInt(side.decimals + 6)) / side.usdMicros;
  const pool = (token0: Token, token1: Token): LiquidityPool => {
    const address = deploy(Pool, [token0.address, token1.address]);
    for (const side of [token0, token1]) give(side, address, poolSide(side));
    call(address, encodeFunctionData({ abi: Pool.abi, functionName: 'sync' }));
    return { address, token0, token1 };
  };

  const payerWrapped = parseEther(`${PAYER_STOCK}`);
  const wrappedTotal = 2n * poolSide(wrappedNative) + BigInt(payers.length) * payerWrapped + WRAPPED_STOCK;
  const depositCall = encodeFunctionData({ abi: WrappedNative.abi, functionName: 'deposit' });
  call(wrappedNative.address, depositCall, wrappedTotal);
  const pools = [
    pool(wrappedNative, usdc),
    pool(wrappedNative, dai),
    pool(usdc, dai),
    pool(usdc, usdt),
    pool(usdc, fee),
  ];

  // The gateway and its operators name each other, so its address is computed ahead: two deployments from here.
  const tokenGateway = addressAt(calls.length + 2);
  const swapRouter = deploy(SwapRouter, [wrappedNative.address, tokenGateway, pools.map(({ address }) => address)]);
  const relay = deploy(BridgeGateway, [definition.bridgeFee, tokenGateway]);
  deploy(TokenGateway, [[swapRouter, relay]]);
  const across = deploy(BridgeGateway, [definition.bridgeFee, zeroAddress]);
  const meson = deploy(BridgeGateway, [definition.bridgeFee, zeroAddress]);

  for (const payer of payers) {
    give(wrappedNative, payer, payerWrapped);
    for (const given of [usdc, dai, usdt, fee]) give(given, payer, parseUnits(`${PAYER_STOCK}`, given.decimals));
  }

  await sendAll(treasury, calls);
  const native = token(definition.native, zeroAddress);
  return {
    tokens: [native, usdc, dai, usdt, fee, wrappedNative],
    native,
    wrappedNative,
    pools,
    swapRouter,
    tokenGateway,
    bridgeGateways: {
      across: { address: across, spender: across },
      relay: { address: relay, spender: tokenGateway },
      meson: { address: meson, spender: meson },
    },
  };
}

async function sendAll(treasury: AccountSender, calls: readonly Call[]): Promise<void> {
  const hashes: Promise<Hash>[] = calls.map((call) => treasury.submit(call));
  const receipts = await Promise.all(hashes.map(async (hash) => treasury.mined(await hash)));
  const failed = receipts.findIndex((receipt) => receipt.status === 'reverted');
  if (failed !== -1) throw new SandboxError('deployment-failed', `Deployment transaction ${failed} was reverted.`);
}
