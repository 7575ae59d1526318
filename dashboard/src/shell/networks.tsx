import { useChains } from '../parts/use-chains.ts';

/** Real networks are in red: an act there costs real money. */
export function Networks() {
  const { data } = useChains();
  if (!data) return null;
  const real = data.chains.filter(({ testnet }) => !testnet).map(({ name }) => name);
  const names = data.chains.map(({ name }) => name).join(', ');
  return real.length > 0 ? (
    <span className="network-real" title={real.join(', ')}>
      real<span className="on-wide"> networks</span>
    </span>
  ) : (
    <span className="network-test" title={names}>
      test<span className="on-wide"> networks</span>
    </span>
  );
}
