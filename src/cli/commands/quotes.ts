// linehaul quote: the market for one shipment, in a terminal.
import { type Command, InvalidArgumentError } from 'commander';
import type { Caller } from '../../application/caller.ts';
import { getMember } from '../../application/members/find-member.ts';
import type { App } from '../../application/ports.ts';
import { quoteMarket } from '../../application/quotes/collect-market.ts';
import {
  type ItemInput,
  plainRequest,
  type QuoteRequest,
} from '../../application/quotes/quote-request.ts';
import { sampleCards } from '../../application/rate-cards/sample-cards.ts';
import { writtenAmount } from '../../domain/documents/written.ts';
import { fromTenThousandths, priceLines } from '../../domain/quotes/price-lines.ts';
import { byPrice } from '../../domain/quotes/pricing.ts';
import {
  countWithoutQuote,
  gstOfLines,
  isEstimate,
  type Quote,
  type QuoteFailure,
} from '../../domain/quotes/quote.ts';
import { writtenWorking } from '../../domain/quotes/working.ts';
import { presentBreakdown, presentFailure, presentQuote } from '../../wording/quotes.ts';
import { addCommand, amountCents, type Context, memberFlag } from '../command.ts';
import { type AsJson, colours, table } from '../output.ts';
import { meantPlace, place, type TypedPlace } from './place.ts';

type QuoteOptions = AsJson & {
  from: TypedPlace;
  to: TypedPlace;
  item: ItemInput[];
  declared: number;
  residential?: true;
  tailgate?: true;
  warranty: boolean;
  member?: string;
  explain?: true;
};

export function addQuoteCommand(program: Command, context: Context): void {
  addCommand(program, 'quote', 'get prices of all carriers without storing a booking')
    .requiredOption('--from <place>', 'postcode and suburb, such as "2000 SYDNEY"', place)
    .requiredOption('--to <place>', 'as --from, or abroad such as "NZ 1010 AUCKLAND"', place)
    .requiredOption('--item <item>', 'such as "2 x 10kg 30x30x30 Carton"; may be repeated', addItem)
    .option('--declared <amount>', 'declared value in dollars', amountCents, 0)
    .option('--residential', 'deliver to a home instead of a business')
    .option('--tailgate', 'tailgate at pickup and delivery')
    .option('--no-warranty', 'without warranty')
    .option(memberFlag, "apply this member's discount and frequent rates")
    .option('--explain', 'show how each price is calculated, and why other carriers did not quote')
    .action((options: QuoteOptions) =>
      context.withApp(options, async (app, output) => {
        const caller: Caller =
          options.member === undefined
            ? { kind: 'anonymous' }
            : { kind: 'member', member: await getMember(app, options.member) };
        const market = await quoteMarket(app, caller, requestFrom(app, options));
        const { failures } = market;
        const quotes = market.quotes.toSorted(byPrice);
        const samples = await sampleCards(app);
        if (quotes.some(({ rateCard }) => samples.includes(rateCard.code))) {
          output.note(
            'Some of these prices are invented samples. Add your own rate cards to CARRIERS_DIR.',
          );
        }
        output.result(
          presentMarket(quotes, failures, options.explain === true),
          describeMarket(quotes, failures, options.explain === true),
        );
      }),
    );
}

function requestFrom(app: App, options: QuoteOptions): QuoteRequest {
  const type = options.residential === true ? 'residential' : 'business';
  return {
    ...plainRequest,
    sender: meantPlace(app, options.from),
    receiver: { ...meantPlace(app, options.to), type },
    items: options.item,
    declaredCents: options.declared,
    includesWarranty: options.warranty,
    tailgatePickup: options.tailgate === true,
    tailgateDelivery: options.tailgate === true,
    referrer: 'command line',
  };
}

const figure = String.raw`(\d+\.?\d*|\.\d+)`;
const times = String.raw`\s*[x×]\s*`;
const itemShape = new RegExp(
  String.raw`^(?:(\d+)${times})?${figure}\s*kg\s+${figure}${times}${figure}${times}${figure}(?:\s*cm)?(?:\s+(.+))?$`,
  'i',
);

export function addItem(text: string, before: ItemInput[] = []): ItemInput[] {
  const match = itemShape.exec(text.trim());
  if (match === null)
    throw new InvalidArgumentError(
      'Use the form "2 x 10kg 30x30x30 Carton": quantity, weight, dimensions in cm, packaging.',
    );
  const [, quantity = '1', kg, length, width, height, description = 'Carton'] = match;
  // Rounded up, but without binary noise: 0.07 × 100 is seven.
  const upTo = (text: string | undefined, scale: number): number =>
    Math.ceil(Number((Number(text) * scale).toFixed(4)));
  return [
    ...before,
    {
      description,
      quantity: Number(quantity),
      weightGrams: upTo(kg, 1000),
      lengthTenthMm: upTo(length, 100),
      widthTenthMm: upTo(width, 100),
      heightTenthMm: upTo(height, 100),
      sku: '',
    },
  ];
}

function presentMarket(
  quotes: readonly Quote[],
  failures: readonly QuoteFailure[],
  explains: boolean,
) {
  return {
    quotes: Object.fromEntries(
      quotes.map((quote) => [
        quote.carrier,
        explains
          ? { ...presentQuote(quote), breakdown: presentBreakdown(quote) }
          : presentQuote(quote),
      ]),
    ),
    quote_errors: failures.map(presentFailure),
  };
}

function describeMarket(
  quotes: readonly Quote[],
  failures: readonly QuoteFailure[],
  explains: boolean,
): string {
  const market = table(
    ['carrier', 'service', 'total', 'warranty', 'transit', 'first pickup'],
    quotes.flatMap((quote) => [
      [
        isEstimate(quote) ? `${quote.carrier} (estimate)` : quote.carrier,
        quote.mode,
        writtenAmount(quote.totalCents).padStart(9),
        writtenAmount(quote.feeCents).padStart(8),
        quote.transit.text,
        quote.pickupDates[0] ?? '',
      ],
      ...quote.tiers.map((tier) => [
        `  tier ${tier.identifier}`,
        '',
        writtenAmount(tier.totalCents).padStart(9),
        writtenAmount(tier.feeCents).padStart(8),
        tier.description,
        '',
      ]),
    ]),
  );
  const estimates = quotes.filter(isEstimate).length;
  const estimated = estimates === 0 ? '' : ` (${estimates} estimated from rate cards)`;
  const without = countWithoutQuote({ quotes, failures });
  const count = `${quotes.length} carrier services quoted${estimated}, ${without} did not.${explains ? '' : ' Use --explain to see why.'}`;
  if (!explains) return `${market}\n\n${count}`;
  return [market, count, ...quotes.map(describeWaterfall), describeFailures(failures)].join('\n\n');
}

/**
 * From freight to total: each line's basis, rate and amount. Lines without an amount, such as the owner of the price,
 * are shown too.
 */
function describeWaterfall(quote: Quote): string {
  const { waterfall: w } = quote;
  const { containedCents } = gstOfLines(w);
  const way = w.fromZone === '' ? '' : `${w.fromZone} → ${w.toZone}, `;
  const weight = `${fromTenThousandths(w.chargeKg4)} kg charged`;
  const lines = priceLines(quote).filter(({ code, cents }) => code !== 'GST' || cents !== 0);
  const labels = lines.map(({ label, note }) => (note === '' ? label : `${label}: ${note}`));
  const workings = lines.map((line) => (line.cents === 0 ? '' : writtenWorking(line)));
  const width = Math.max(leastLabelWidth, ...labels.map(({ length }) => length));
  const workingWidth = Math.max(...workings.map(({ length }) => length));
  const row = (label: string, working: string, amount: string): string =>
    `  ${label.padEnd(width)} ${working.padStart(workingWidth)} ${amount}`;
  return [
    `${colours.bold(quote.carrier)}  ${colours.dim(quote.rateCard.code)}  ${way}${weight}`,
    ...lines.map(({ cents }, n) =>
      row(labels[n] ?? '', workings[n] ?? '', writtenAmount(cents).padStart(10)),
    ),
    row('Total', '', colours.bold(writtenAmount(quote.totalCents).padStart(10))),
    ...(containedCents === 0
      ? []
      : [
          colours.dim(
            `  GST of ${writtenAmount(containedCents)} is included in the carrier's amounts`,
          ),
        ]),
  ].join('\n');
}

const leastLabelWidth = 30;

function describeFailures(failures: readonly QuoteFailure[]): string {
  return `${colours.bold('Did not quote')}\n${table(
    ['carrier', 'why'],
    failures.map(({ carrier, message }) => [carrier, message]),
  )}`;
}
