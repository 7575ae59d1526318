import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { TreasuryRule } from 'ferryman-client';
import { useReadingPace } from '../../../live/use-reading-pace.ts';
import { Problem } from '../../../parts/problem.tsx';
import { ZonedTime } from '../../../parts/zoned-time.tsx';
import { useIsMasked, useMay, useSession } from '../../../session/session.ts';
import { StopButton } from '../../../shell/stop-button.tsx';
import { StopNote } from '../../../shell/stop-note.tsx';
import { TreasuryHead } from '../treasury-head.tsx';
import { ChangeRuleButton } from './change-rule-button.tsx';
import { Occurrences } from './occurrences.tsx';
import { PauseButton } from './pause-button.tsx';
import { commonOf } from './rule-body.ts';
import { RuleFacts } from './rule-facts.tsx';
import { RuleState } from './rule-state.tsx';
import { Versions } from './versions.tsx';

const route = getRouteApi('/treasury/rules/$id');

/** One rule: what it says, whether it runs, what it did, and who changed it. */
export function Page() {
  const { client } = useSession();
  const { id } = route.useParams();
  const refetchInterval = useReadingPace(15_000);
  const { data, error } = useQuery({
    queryKey: ['treasury-rules', id],
    queryFn: ({ signal }) => client.treasuryRules.get(id, { signal }),
    refetchInterval,
  });
  if (!data) return error ? <Problem error={error} /> : <p className="quiet">Reading the rule…</p>;
  const { rule, versions = [] } = data;
  const { timeZone } = commonOf(rule.rule);
  return (
    <>
      <TreasuryHead title={id}>
        {rule.kind}, version {rule.version}
      </TreasuryHead>
      {error ? <Problem error={error} /> : null}
      <Standing rule={rule} timeZone={timeZone} />
      <section aria-labelledby="says">
        <h2 id="says">What it says</h2>
        <RuleFacts body={rule.rule} />
      </section>
      <Occurrences id={id} timeZone={timeZone} />
      <Versions versions={versions} />
    </>
  );
}

function Standing({ rule, timeZone }: { rule: TreasuryRule; timeZone: string }) {
  const maySubmit = useMay('submit');
  const isMasked = useIsMasked();
  const target = { scope: 'rule' as const, subject: rule.id };
  const { nextAt, failures, lastActedAt } = rule;
  return (
    <section aria-label="State">
      <dl className="facts">
        <dt>State</dt>
        <dd>
          <RuleState rule={rule} />
        </dd>
        <dt>Signing</dt>
        <dd>
          <StopNote target={target} />
        </dd>
        <dt>Next run</dt>
        <dd>
          {nextAt === undefined ? (
            'none while it is paused'
          ) : (
            <ZonedTime at={nextAt} timeZone={timeZone} />
          )}
        </dd>
        <dt>Last swapped</dt>
        <dd>
          {lastActedAt === undefined ? 'never' : <ZonedTime at={lastActedAt} timeZone={timeZone} />}
        </dd>
        <dt>Failed in a row</dt>
        <dd>{failures}</dd>
      </dl>
      <p className="actions">
        {maySubmit && !isMasked ? <ChangeRuleButton rule={rule} /> : null}
        <PauseButton rule={rule} />
        <StopButton target={target} />
      </p>
    </section>
  );
}
