import type { TreasuryRuleVersion } from 'ferryman-client';
import { CodeBlock } from '../../../parts/code-block.tsx';
import { Time } from '../../../parts/time.tsx';
import { ChangesTable } from './changes-table.tsx';
import { RuleActor } from './rule-actor.tsx';
import { changesBetween } from './rule-changes.ts';

/** Who changed the rule, when, why, and what. */
export function Versions({ versions }: { versions: readonly TreasuryRuleVersion[] }) {
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <ol className="orders">
        {versions.map((version, index) => (
          <li key={version.version}>
            <Version version={version} before={versions[index + 1]} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Version({
  version: { version, author, at, reason, rule },
  before,
}: {
  version: TreasuryRuleVersion;
  before: TreasuryRuleVersion | undefined;
}) {
  return (
    <>
      <p>
        <strong>Version {version}</strong> by <RuleActor actor={author} />, <Time at={at} />:{' '}
        {reason}
      </p>
      {before ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, so the keyboard has to reach it
        <section className="scrolls" aria-label={`Changes of version ${version}`} tabIndex={0}>
          <ChangesTable
            before={`Version ${before.version}`}
            now={`Version ${version}`}
            changes={changesBetween(before.rule, rule)}
          />
        </section>
      ) : null}
      <details>
        <summary>Version {version} as JSON</summary>
        <CodeBlock label={`Version ${version}`} text={JSON.stringify(rule, null, 2)} />
      </details>
    </>
  );
}
