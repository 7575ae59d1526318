import { type Address, encodeFunctionData, type Hash } from 'viem';
import { grossForNet, isNative, type Token } from '../chains/token.ts';
import type { PlannedPayout } from '../common-chain.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { AccountSender, Call } from './account-sender.ts';
import { StandardToken } from './artifacts/StandardToken.ts';
import type { EvmChain } from './evm-chain.ts';

const TRANSFER_GAS = 200_000n;

/**
 * Pays out an order to this chain, or refunds a deposit on it.
 * @throws {SandboxError} `transaction-failed`
 */
export async function payOut(
  { payers }: Pick<EvmChain, 'payers'>,
  { payer, token, receiver, amount, onSent }: PlannedPayout,
): Promise<Hash> {
  const sender = payers[payer];
  const hash = await sender.submit(transfer(token, receiver, grossForNet(token, amount)));
  onSent(hash);
  await requireSuccess(sender, hash);
  return hash;
}

/**
 * Waits until a transaction is in a block.
 * @throws {SandboxError} `transaction-failed` if it was reverted
 */
export async function requireSuccess(sender: AccountSender, hash: Hash): Promise<void> {
  const { status } = await sender.mined(hash);
  if (status === 'reverted') throw new SandboxError('transaction-failed', `${hash} was reverted`);
}

function transfer(token: Token, to: Address, amount: bigint): Call {
  if (isNative(token)) return { to, value: amount, gas: TRANSFER_GAS };
  const data = encodeFunctionData({
    abi: StandardToken.abi,
    functionName: 'transfer',
    args: [to, amount],
  });
  return { to: token.address, data, gas: TRANSFER_GAS };
}
