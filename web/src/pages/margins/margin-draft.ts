// A margin while it is edited: every field as the form holds it.
import { findState } from '../../../../src/domain/places/australian-state.ts';
import type { Margin, MarginInput } from '../../api/wire.ts';

type Audience = 'everyone' | 'group' | 'member';

export type MarginDraft = {
  /** Undefined for a new margin. */
  id: number | undefined;
  audience: Audience;
  group: string;
  member: number | undefined;
  /** "carrier toll", "service tnt_road", or "" for every carrier. */
  carrier: string;
  fromState: string;
  toState: string;
  percent: number | string;
  fixed: number | string;
  minimum: number | string;
  from: string | undefined;
  until: string | undefined;
};

export function newDraft(today: string): MarginDraft {
  return {
    id: undefined,
    audience: 'everyone',
    group: '',
    member: undefined,
    carrier: '',
    fromState: '',
    toState: '',
    percent: 10,
    fixed: 0,
    minimum: 0,
    from: today,
    until: undefined,
  };
}

export function draftOf(margin: Margin): MarginDraft {
  return {
    id: margin.id,
    audience: margin.member !== null ? 'member' : margin.group !== null ? 'group' : 'everyone',
    group: margin.group ?? '',
    member: margin.member?.id,
    carrier: carrierOf(margin),
    fromState: margin.from_state ?? '',
    toState: margin.to_state ?? '',
    percent: margin.percent,
    fixed: margin.fixed,
    minimum: margin.minimum,
    from: margin.from,
    until: margin.until ?? undefined,
  };
}

function carrierOf({ service, carrier }: Margin): string {
  if (service !== null) return `service ${service}`;
  return carrier === null ? '' : `carrier ${carrier}`;
}

/** Undefined while a field that it needs is blank. */
export function bodyOf(draft: MarginDraft): MarginInput | undefined {
  const { audience, group, member, carrier, from, until } = draft;
  if (from === undefined) return undefined;
  if (audience === 'group' && group.trim() === '') return undefined;
  if (audience === 'member' && member === undefined) return undefined;
  const [kind, name] = carrier.split(' ');
  return {
    member: audience === 'member' ? (member ?? null) : null,
    group: audience === 'group' ? group.trim() : null,
    service: kind === 'service' ? (name ?? null) : null,
    carrier: kind === 'carrier' ? (name ?? null) : null,
    from_state: findState(draft.fromState) ?? null,
    to_state: findState(draft.toState) ?? null,
    percent: Number(draft.percent),
    fixed: Number(draft.fixed),
    minimum: Number(draft.minimum),
    from,
    until: until ?? null,
  };
}

/** As a new margin with the same terms. */
export function bodyAgain(margin: Margin): MarginInput {
  const { id: _id, state: _state, member, ...rest } = margin;
  return { ...rest, member: member?.id ?? null };
}
