import { formatAmount } from '../../core/amounts/amounts.ts';
import type { DoctorCheck } from '../../core/doctor/doctor-report.ts';
import { lowGasOf } from '../../core/swap/low-gas.ts';
import { toFerrymanError } from '../../errors/ferryman-error.ts';
import type { ChainAdapter } from '../../ports/chain-adapter.ts';
import type { WalletDraft } from '../../ports/stores/wallet-store.ts';

/** The native balance of each wallet on each chain of its family, as the chain shows it now. */
export async function examineGas(
  chains: readonly ChainAdapter[],
  wallets: readonly WalletDraft[],
): Promise<DoctorCheck[]> {
  const pairs = chains.flatMap((adapter) =>
    wallets
      .filter(({ family }) => family === adapter.chain.family)
      .map((wallet) => ({ adapter, wallet })),
  );
  return Promise.all(pairs.map(({ adapter, wallet }) => examine(adapter, wallet)));
}

async function examine(adapter: ChainAdapter, wallet: WalletDraft): Promise<DoctorCheck> {
  const { name, nativeToken } = adapter.chain;
  const about = { area: 'wallet', subject: `${wallet.name} on ${name}`, code: 'GAS' } as const;
  const show = (amount: bigint): string =>
    `${formatAmount(amount, nativeToken.decimals)} ${nativeToken.symbol}`;
  try {
    const { balances } = await adapter.balances(wallet.address, [nativeToken.address]);
    const balance = balances.get(nativeToken.address) ?? 0n;
    const least = lowGasOf(adapter.chain);
    if (balance >= least) return { ...about, status: 'ok', message: `has ${show(balance)}` };
    return {
      ...about,
      status: 'warning',
      message: `has ${show(balance)}, less than ${show(least)}`,
      fix: `Send ${nativeToken.symbol} to ${wallet.address}, or lower chains.${name}.lowGas.`,
    };
  } catch (cause) {
    return {
      ...about,
      status: 'warning',
      message: `its balance cannot be read: ${toFerrymanError(cause).message}`,
      fix: 'Correct what is wrong with the endpoints, and run the doctor again.',
    };
  }
}
