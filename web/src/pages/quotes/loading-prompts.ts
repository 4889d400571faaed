// What a shipment probably needs at a home, where there is neither a forklift nor a dock: a tailgate for heavy items,
// and a driver who knows that many loose pieces are moved by hand. Independent of the page's layout.
import { type Draft, figureOf, totalsOf } from './draft.ts';

export type LoadingPrompt = {
  kind: 'tailgate' | 'by_hand';
  side: 'sender' | 'receiver';
  /** Why it is probably needed. */
  words: string;
};

/** More is not lifted by one person. */
const mostLiftedKg = 35;
/** From so many pieces on, unloading takes the driver noticeably longer. */
const manyPieces = 20;

const handWords = { sender: 'Hand load', receiver: 'Hand unload' };

export function loadingPrompts(draft: Draft): LoadingPrompt[] {
  const heaviest = Math.max(0, ...draft.items.map(({ weight }) => figureOf(weight)));
  const { pieces } = totalsOf(draft.items);
  return (['receiver', 'sender'] as const).flatMap((side): LoadingPrompt[] => {
    const isDelivery = side === 'receiver';
    if (draft[side].type !== 'residential') return [];
    const home = isDelivery ? 'The delivery is to a home' : 'The pickup is at a home';
    if (heaviest > mostLiftedKg) {
      const hasTailgate = isDelivery ? draft.tailgateDelivery : draft.tailgatePickup;
      const words = `${home}, and an item weighs ${heaviest} kg.`;
      return hasTailgate ? [] : [{ kind: 'tailgate', side, words }];
    }
    const isSaid = draft[side].instructions?.includes(handWords[side]) === true;
    const words = `${home}, and ${pieces} pieces are moved by hand.`;
    return pieces < manyPieces || isSaid ? [] : [{ kind: 'by_hand', side, words }];
  });
}

/** The change of the draft that gives a shipment what it probably needs. */
export function accepted({ kind, side }: LoadingPrompt, draft: Draft): Partial<Draft> {
  if (kind === 'tailgate')
    return side === 'receiver' ? { tailgateDelivery: true } : { tailgatePickup: true };
  const instructions = [draft[side].instructions, handWords[side]]
    .filter((text) => text !== undefined && text !== '')
    .join('; ');
  return { [side]: { ...draft[side], instructions } };
}

/** The label of the button that accepts it. */
export function acceptWords({ kind, side }: LoadingPrompt): string {
  if (kind === 'by_hand') return 'Tell the driver';
  return side === 'receiver' ? 'Add tailgate at delivery' : 'Add tailgate at pickup';
}
