import { Chains } from './chains.tsx';
import { Providers } from './providers.tsx';

export function Page() {
  return (
    <>
      <h1>Providers and chains</h1>
      <Chains />
      <Providers />
    </>
  );
}
