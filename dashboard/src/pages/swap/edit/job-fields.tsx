import type { ReactNode } from 'react';
import { type Field, fieldLabels, type JobDraft } from './job-draft.ts';

interface TextFieldProps {
  name: Field;
  draft: JobDraft;
  hint?: ReactNode;
  isRequired?: boolean;
  /** Numbers of amounts and counts get their keys on phones. */
  keys?: 'decimal' | 'numeric';
  /** Addresses are compared, so they stand in full. */
  isAddress?: boolean;
}

function TextField({ name, draft, hint, isRequired, keys, isAddress }: TextFieldProps) {
  return (
    <label className={isAddress ? 'address' : undefined}>
      {fieldLabels[name]} {hint ? <span className="hint">{hint}</span> : null}
      <input
        name={name}
        defaultValue={draft[name]}
        required={isRequired}
        inputMode={keys}
        autoComplete="off"
        spellCheck={false}
        maxLength={512}
      />
    </label>
  );
}

interface JobFieldsProps {
  draft: JobDraft;
  symbols: { from: string; to: string; coin: string };
  /** False: the metadata cannot be written as lines. */
  editsMetadata: boolean;
}

/** What a job may say, in the order in which it is read. */
export function JobFields({ draft, symbols, editsMetadata }: JobFieldsProps) {
  return (
    <>
      <fieldset className="fields">
        <legend>Pays</legend>
        <TextField name="amount" draft={draft} hint={symbols.from} isRequired keys="decimal" />
        <TextField name="wallet" draft={draft} isRequired />
        <TextField name="fromChain" draft={draft} isRequired />
        <TextField name="fromToken" draft={draft} isRequired isAddress />
      </fieldset>
      <fieldset className="fields">
        <legend>Receives</legend>
        <TextField name="receiver" draft={draft} isRequired isAddress />
        <TextField name="toChain" draft={draft} isRequired />
        <TextField name="toToken" draft={draft} isRequired isAddress />
      </fieldset>
      <fieldset className="fields">
        <legend>Bounds</legend>
        <TextField name="slippageBps" draft={draft} hint="100 is 1%; or" keys="numeric" />
        <TextField
          name="minOut"
          draft={draft}
          hint={`${symbols.to}; one of the two`}
          keys="decimal"
        />
        <TextField
          name="maxFee"
          draft={draft}
          hint={`${symbols.coin}; empty: none`}
          keys="decimal"
        />
        <TextField name="deadline" draft={draft} hint="nothing is signed after it" />
      </fieldset>
      <fieldset className="fields">
        <legend>Route</legend>
        <TextField name="allow" draft={draft} hint="by commas; empty: any" />
        <TextField name="deny" draft={draft} hint="by commas" />
        <label>
          {fieldLabels.flow}
          <select name="flow" defaultValue={draft.flow}>
            <option value="wallet">wallet: a transaction of the routing service</option>
            <option value="deposit">deposit: a transfer to a provider</option>
            <option value="deposit-by-hand">deposit by hand: you pay</option>
          </select>
        </label>
        <TextField
          name="refundAddress"
          draft={draft}
          hint="empty: the account that pays"
          isAddress
        />
        <TextField name="priority" draft={draft} hint="0 to 9; 9 goes first" keys="numeric" />
        <label>
          {fieldLabels.broadcast}
          <select name="broadcast" defaultValue={draft.broadcast}>
            <option value="public">public: to every node</option>
            <option value="private">private: to relays first</option>
            <option value="private-strict">private-strict: to relays only</option>
          </select>
        </label>
      </fieldset>
      {editsMetadata ? (
        <label>
          {fieldLabels.metadata} <span className="hint">name=value, one a line</span>
          <textarea name="metadata" rows={2} defaultValue={draft.metadata} spellCheck={false} />
        </label>
      ) : (
        <p className="hint">The metadata has lines of its own, and stays as it is.</p>
      )}
    </>
  );
}
