import { NeedsScope } from '../../parts/needs-scope.tsx';
import { useMay } from '../../session/session.ts';
import { About } from './about.tsx';
import { Keys } from './keys.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { WhoAmI } from './who-am-i.tsx';

export function Page() {
  const isAdmin = useMay('admin');
  return (
    <>
      <h1>Settings</h1>
      <WhoAmI />
      <ThemeChoice />
      <section>
        <h2>API keys</h2>
        {isAdmin ? <Keys /> : <NeedsScope scope="admin" what="API keys" />}
      </section>
      <About />
    </>
  );
}
