import { Link } from '@tanstack/react-router';
import { useMay } from '../session/session.ts';
import { useKeyNames } from './use-key-names.ts';

const apiKey = /^API key /;

/** Who did something. A key stands by its name, if it has one: ids say little to people. */
export function Actor({ actor }: { actor: string }) {
  const isAdmin = useMay('admin');
  const names = useKeyNames();
  const id = actor.replace(apiKey, '');
  const text = names.get(id) ?? id;
  return isAdmin ? (
    <Link to="/audit" search={{ actor }} title={`All that ${actor} did`}>
      {text}
    </Link>
  ) : (
    <span title={actor}>{text}</span>
  );
}

/** What was done, in words: "create key" for the call `createKey`. */
export function Action({ action }: { action: string }) {
  const words = action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return <span title={action}>{words}</span>;
}
