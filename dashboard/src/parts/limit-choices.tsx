import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';
import { Choices } from './choices.tsx';

/** To which wallets and chains something is limited, under `wallets` and `chains` of the form. */
export function LimitChoices() {
  const { client } = useSession();
  const wallets = useQuery({
    queryKey: ['wallets'],
    queryFn: ({ signal }) => client.wallets.list({ signal }),
  }).data?.wallets;
  const chains = useQuery({
    queryKey: ['chains'],
    queryFn: ({ signal }) => client.chains.list({ signal }),
  }).data?.chains;
  // Wallets of several families may have the same name.
  const walletNames = [...new Set(wallets?.map(({ name }) => name))];
  return (
    <>
      <Choices legend="Wallets" hint="none ticked: all" name="wallets" options={walletNames} />
      <Choices
        legend="Chains"
        hint="none ticked: all"
        name="chains"
        options={chains?.map(({ name }) => name) ?? []}
      />
    </>
  );
}
