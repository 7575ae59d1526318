import { Allowances } from './allowances.tsx';
import { Balances } from './balances.tsx';
import { WalletList } from './wallet-list.tsx';

export function Page() {
  return (
    <>
      <h1>Wallets</h1>
      <WalletList />
      <Balances />
      <Allowances />
    </>
  );
}
