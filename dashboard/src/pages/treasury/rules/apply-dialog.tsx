import { type Answer, FerrymanApiError } from 'ferryman-client';
import { type ReactNode, useState } from 'react';
import { ActDialog } from '../../../parts/act-dialog.tsx';
import { useSession } from '../../../session/session.ts';
import { ChangesTable } from './changes-table.tsx';
import { placeFault, readJsonText, type TextFault } from './json-text.ts';
import { isObject } from './rule-body.ts';
import { changesBetween } from './rule-changes.ts';
import { RuleEditor } from './rule-editor.tsx';

interface ApplyDialogProps {
  title: string;
  verb: string;
  /** The JSON that is there at first. */
  text: string;
  /** The body of the version that is changed. Absent: the rule is new. */
  before?: unknown;
  /** Why it cannot be applied, whatever is in it. */
  obstacle?: string | undefined;
  /** What is wrong with the rule beside what the service says. */
  faultOf?(
    body: Readonly<Record<string, unknown>>,
  ): { pointer: string; detail: string } | undefined;
  /** What a person needs to know before. */
  children: ReactNode;
  onDone(answer: Answer<'applyTreasuryRule'>): void;
  onClose(): void;
}

/** A rule's JSON, what is wrong with it and where, what it changes, and why it is applied. */
export function ApplyDialog(props: ApplyDialogProps) {
  const { text: first, before, obstacle, faultOf, children, ...dialog } = props;
  const { client } = useSession();
  const [text, setText] = useState(first);
  /** What was found when the text was sent. */
  const [found, setFound] = useState<readonly TextFault[]>([]);
  const read = readJsonText(text);
  const faults = read.kind === 'faults' ? read.faults : found;
  const act = async (reason: string) => {
    if (read.kind === 'faults') throw new Error('The text is not JSON. Its faults stand below it.');
    const body = isObject(read.value) ? read.value : {};
    const own = faultOf?.(body);
    if (own) {
      setFound([placeFault(text, own.pointer, own.detail)]);
      throw new Error('The rule has a fault. It stands below the text.');
    }
    // Without an id the service finds that among the other faults.
    const id = typeof body.id === 'string' && body.id !== '' ? body.id : 'unnamed';
    try {
      return await client.treasuryRules.apply(id, { rule: read.value as never, reason });
    } catch (error) {
      if (error instanceof FerrymanApiError) setFound(placed(text, error));
      throw error;
    }
  };
  return (
    <ActDialog {...dialog} isDangerous isPossible={obstacle === undefined} act={act}>
      {children}
      {obstacle === undefined ? null : (
        <p className="problem" role="alert">
          {obstacle}
        </p>
      )}
      <RuleEditor
        text={text}
        faults={faults}
        onChange={(changed) => {
          setText(changed);
          setFound([]);
        }}
      />
      {before === undefined || read.kind === 'faults' ? null : (
        <Changes before={before} now={read.value} />
      )}
    </ActDialog>
  );
}

function Changes({ before, now }: { before: unknown; now: unknown }) {
  const changes = changesBetween(before, now);
  if (changes.length === 0) return <p className="hint">Nothing is changed yet.</p>;
  return <ChangesTable before="Now" now="Then" changes={changes} />;
}

/** The rule is a member of the request; its other members have fields of their own. */
function placed(text: string, { faults }: FerrymanApiError): TextFault[] {
  return faults
    .filter(({ pointer }) => pointer !== '/reason')
    .map(({ pointer, detail }) => placeFault(text, pointer.replace(/^\/rule(?=\/|$)/, ''), detail));
}
