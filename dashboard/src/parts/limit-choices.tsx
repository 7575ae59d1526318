import { Choices } from './choices.tsx';
import { useChains } from './use-chains.ts';
import { useWallets } from './use-wallets.ts';

/** To which wallets and chains something is limited, under `wallets` and `chains` of the form. */
export function LimitChoices() {
  const wallets = useWallets().data?.wallets ?? [];
  const chains = useChains().data?.chains ?? [];
  return (
    <>
      <Choices
        legend="Wallets"
        hint="none ticked: all"
        name="wallets"
        options={[...new Set(wallets.map(({ name }) => name))]}
      />
      <Choices
        legend="Chains"
        hint="none ticked: all"
        name="chains"
        options={chains.map(({ name }) => name)}
      />
    </>
  );
}
