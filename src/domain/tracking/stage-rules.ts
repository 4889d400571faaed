// Maps a carrier's words to a stage. Each carrier has its own rules in carrier.json; one fall-back for all carriers
// handles the rest. Every text gives exactly one stage, `unknown` in the worst case.
//
// A false "delivered" is the worst error, because that stage is final. A rule for it is ignored when the text denies or
// only announces the delivery: "not delivered", "to be re-delivered", "undelivered".
import { type EventStage, isException, type TrackingStage } from './stage.ts';

/** `status` matches the beginning of a word in the text; `code` matches the whole text. Case is ignored. */
export type StageRule =
  | { readonly status: string; readonly stage: TrackingStage }
  | { readonly code: string; readonly stage: TrackingStage };

/**
 * Texts are tried in order, the carrier's own rules before the fall-back. Codes listed after the last phrase are
 * coarse, such as "T" for everything between pickup and delivery: they apply only when no phrase matches, and never
 * against words of trouble.
 */
export function stageOfWords(texts: readonly string[], rules: readonly StageRule[]): EventStage {
  const plain = texts.map(plainText);
  const { exact, coarse } = compiled(rules);
  const own = firstOf(plain, (text) => decidedBy(exact, text));
  if (own !== undefined) return own;
  const guessed = firstOf(plain, fallBackStage);
  if (guessed !== undefined && isException(guessed)) return guessed;
  return firstOf(plain, (text) => decidedBy(coarse, text)) ?? guessed ?? 'unknown';
}

function firstOf(
  texts: readonly string[],
  stageOf: (text: string) => TrackingStage | undefined,
): TrackingStage | undefined {
  for (const text of texts) {
    const stage = stageOf(text);
    if (stage !== undefined) return stage;
  }
  return undefined;
}

/** The stage by a carrier's own rules; undefined when none matches. */
export function stageByRules(text: string, rules: readonly StageRule[]): TrackingStage | undefined {
  return decidedBy(compile(rules), plainText(text));
}

const plainText = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[\s_]+/g, ' ')
    .trim();

/** Carriers use hyphens and blanks alike: "on-board" is "on board". */
const looseText = (plain: string): string => plain.replaceAll(/[ -]+/g, ' ');

type CompiledRule = { stage: TrackingStage; isHit(plain: string, loose: string): boolean };

type CompiledRules = { exact: readonly CompiledRule[]; coarse: readonly CompiledRule[] };

const known = new WeakMap<readonly StageRule[], CompiledRules>();

/** Rules of a loaded carrier never change, so compile them once. */
function compiled(rules: readonly StageRule[]): CompiledRules {
  let own = known.get(rules);
  if (own === undefined) {
    const lastPhrase = rules.findLastIndex((rule) => 'status' in rule);
    const exactCount = lastPhrase < 0 ? rules.length : lastPhrase + 1;
    own = {
      exact: compile(rules.slice(0, exactCount)),
      coarse: compile(rules.slice(exactCount)),
    };
    known.set(rules, own);
  }
  return own;
}

function compile(rules: readonly StageRule[]): readonly CompiledRule[] {
  return rules.map((rule) => {
    if ('code' in rule) {
      const code = plainText(rule.code);
      return { stage: rule.stage, isHit: (plain) => plain === code };
    }
    const phrase = looseText(plainText(rule.status));
    return { stage: rule.stage, isHit: (_plain, loose) => hasPhrase(loose, phrase) };
  });
}

function decidedBy(own: readonly CompiledRule[], plain: string): TrackingStage | undefined {
  const loose = looseText(plain);
  return own.find((rule) => rule.isHit(plain, loose) && isCredible(rule.stage, plain))?.stage;
}

/** Matches only where a word begins: "signed" is not in "unassigned". */
function hasPhrase(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

const denied =
  "(?:not|never|no|yet|cannot|can't|couldn't|wasn't|isn't|could not|unable|failed|to|will|would|should|may|must|if|when|until|be|being|awaiting|un|non)";
/** "is to be delivered", "could not be re-delivered", "undelivered". */
const deniesDelivery = new RegExp(
  `(?<![\\p{L}])${denied}[ -]+(?:(?:yet|be|been|being|have)[ -]+)*(?:re[ -]?)?delivered|(?<![\\p{L}])undelivered`,
  'u',
);
const deniesPickup = new RegExp(
  `(?<![\\p{L}])${denied}[ -]+(?:(?:yet|be|been|being|have)[ -]+)*(?:picked[ -]?up|collected|received)`,
  'u',
);

function isCredible(stage: TrackingStage, text: string): boolean {
  if (stage === 'delivered') return !deniesDelivery.test(text);
  if (stage === 'picked_up') return !deniesPickup.test(text);
  return true;
}

function fallBackStage(text: string): TrackingStage | undefined {
  return fallBack.find(([pattern, stage]) => pattern.test(text) && isCredible(stage, text))?.[1];
}

/** The first match decides. Matches only at the beginning of a word. */
const fallBack: readonly (readonly [RegExp, TrackingStage])[] = [
  [/(?<!\p{L})(delivered|signed|pod(?!\p{L})|proof of delivery)/u, 'delivered'],
  [/(?<!\p{L})damag/u, 'damaged'],
  [
    /(?<!\p{L})((incorrect|wrong|incomplete|insufficient|invalid|bad|unknown) address|address (query|incorrect|wrong|unknown|incomplete))/u,
    'check_address',
  ],
  [
    /(?<!\p{L})(card left|carded|attempt|futile|unable|unsuccessful|refus|return|held|on hold|re-?deliver|un-?delivered|not (yet )?(be |been )?(delivered|picked|collected)|(cannot|could not) be|failed|cancel)/u,
    'futile',
  ],
  [/(?<!\p{L})(on.?board|out for delivery|with driver|with courier)/u, 'out_for_delivery'],
  [/(?<!\p{L})(picked.?up|collected|received by)/u, 'picked_up'],
  [
    /(?<!\p{L})(in.?transit|transit|depot|depart|arriv|sort|linehaul|processed|manifest(ed)? - |to be delivered|will be delivered)/u,
    'in_transit',
  ],
  [
    /(?<!\p{L})(information|booked|label|created|manifest|to be (picked.?up|collected))/u,
    'pending',
  ],
];
