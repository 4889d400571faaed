// Rate cards: the report of an import, and warnings about cards in use.
import type { CardRemark } from '../domain/rate-cards/card-outlook.ts';
import type { ImportNote, Mistake, Question } from '../domain/rate-cards/import/mistake.ts';
import { csvFix, csvMessage } from './csv.ts';

/** Why a line cannot be used, without a full stop, and a sentence about how to fix it. */
export function mistakeWords(data: Mistake): { reason: string; fix: string } {
  const [reason, fix] = wordsOf(data);
  return { reason, fix };
}

function wordsOf(data: Mistake): readonly [reason: string, fix: string] {
  switch (data.mistake) {
    case 'csv':
      return [csvMessage(data.fault), csvFix(data.fault) || 'Fix the line, or export it again.'];
    case 'file_empty':
      return ['the file is empty', 'Export the rates again, with headings.'];
    case 'no_lines':
      return ['there is no line below the headings', 'Export the rates again, with their lines.'];
    case 'too_many_cells':
      return [
        'more cells than there are headings',
        'Remove the cell, or quote the one with a comma in it.',
      ];
    case 'column_missing':
      return [
        `the column ${data.column} is missing`,
        `Add the column, or check that --from names the right format. Found: ${data.found.join(', ')}.`,
      ];
    case 'no_amount':
      return ['this is not an amount', 'Write a plain number that is not negative, such as 12.50.'];
    case 'unknown_unit':
      return ['this unit is not known', 'Use one of WEIGHT, ITEM, PALLET, M3, KM.'];
    case 'zone_blank':
      return ['the zone is blank', nameZone];
    case 'zone_form':
      return ['a zone is letters, digits and . _ + -', nameZone];
    case 'zone_is_anywhere':
      return ['a zone needs a name of its own', 'Name it; * is for lanes only.'];
    case 'no_zone_table':
      return [
        'this is not a zone table',
        'A zone table has at least the columns zone and postcode; suburb and state may follow.',
      ];
    case 'unknown_state':
      return ['no Australian state has this name', 'Write NSW, VIC …'];
    case 'no_postcode':
      return ['a postcode has four digits', 'Format the column as text.'];
    case 'unknown_packaging':
      return [
        'no packaging type has this name',
        'Use a packaging type of Linehaul, such as Carton, Satchel, Skid or Pallet.',
      ];
    case 'no_cubic':
      return [
        'this is not a cubic conversion',
        'Give kilograms per cubic metre from 100 to 1000, such as 250.',
      ];
    case 'no_divisor':
      return [
        'this is not a volumetric divisor',
        'Give cubic centimetres per kilogram from 1000 to 10000, such as 4000.',
      ];
    case 'open_break':
      return [
        'a break without a limit is not the last',
        'Give every break but the last an upper limit.',
      ];
    case 'limit_falls':
      return [
        'the limit does not rise',
        'Breaks of a lane stand in rising order, each limit once.',
      ];
    case 'same_lane':
      return [`the same lane as line ${data.line} of ${data.file}`, 'Keep one of the two.'];
    case 'lane_refused':
      return [
        'another line of this lane is refused',
        'Fix the refused line; the breaks of a lane are used together or not at all.',
      ];
    case 'unknown_service':
      return [
        'the carrier has no service of this name',
        `Say --service "${data.service}=STRING_ID"; ${data.carrier} has ${data.known.join(', ')}.`,
      ];
    case 'unknown_zone':
      return [
        'the zone table has no such zone',
        'Add the zone and its postcodes to the zone table, or take the line out.',
      ];
    case 'other_cubic':
      return [
        `line ${data.line} of service ${data.service} has the cubic conversion ${data.cubic || 'none'}`,
        'A service has one cubic conversion: make them the same.',
      ];
    case 'other_pallet_weight':
      return [
        `pallets of other lines weigh up to ${data.kg} kg`,
        'Import lanes of one pallet weight at a time.',
      ];
    case 'service_blank':
      return ['the service is blank', 'Name it.'];
    case 'no_kilo_or_pallet':
      return ['only KILO and PALLET are known', 'Write KILO or PALLET.'];
    case 'rate_blank':
      return ['the rate is blank', 'Fill it in.'];
    case 'charge_differs':
      return [`line ${data.line} of this lane says ${data.value}`, 'Make them the same.'];
    case 'break_differs':
      return [
        `line ${data.line} of this lane says ${data.value}`,
        'The breaks of a lane share it: make them the same, or give the lane one line.',
      ];
    case 'sliding_differs':
      return ['lines of this lane differ here', writeSliding];
    case 'unknown_sliding':
      return ['only S and F are known', writeSliding];
    case 'unknown_tab':
      return [
        'no tab of the rate sheet has these headings',
        'Give the tabs Rates, Courier and Zones, each saved as CSV.',
      ];
    case 'no_fuel_levy':
      return ['this is not a fuel levy', 'Write it as 0.1301 or 13.01%, at most 60%.'];
    case 'second_basic':
      return [
        'a second basic charge cannot be imported',
        'Write 0, and the charge for further items as a surcharge of the card.',
      ];
    case 'rate_for_nothing':
      return ['the additional rate is for no units', 'Write 1 or more.'];
    case 'several_carriers':
      return [
        `the files hold several carriers: ${data.names.join(', ')}`,
        'Choose one with --only-carrier.',
      ];
    case 'several_cards':
      return [
        `the files hold several rate cards: ${data.names.join(', ')}`,
        'Choose one with --only-card.',
      ];
    case 'no_yes_or_no':
      return ['neither yes nor no', 'Write Y or N.'];
    case 'line_without_price':
      return ['the line has no price', 'Fill in Basic, Minimum or a break.'];
    case 'break_without_price':
      return ['the break has no price', 'Fill in Price, or clear the break.'];
    case 'two_units':
      return [
        `the line charges by ${data.unit} and by another unit`,
        'Keep one kind of break; write the other as a surcharge of the card.',
      ];
    case 'break_gap':
      return [
        'there is a gap or an overlap before this break',
        'Each break begins where the one before ends.',
      ];
    case 'width':
      return [
        `the line does not fit: the headings have ${data.cells} cells`,
        'Give each line as many cells.',
      ];
    case 'matrix_column':
      return [`unknown or repeated under ${data.origin}`, threeColumns];
    case 'matrix_column_missing':
      return ['a column is missing under this origin', threeColumns];
    case 'no_origin':
      return [
        'no origin was found in the headings',
        'The first row names the origins, the second Basic, Per kg and Minimum under each of them.',
      ];
    case 'no_kilo_price':
      return [
        `${data.from} to ${data.to} has no price for a kilo`,
        'Write 0 if there is none, or clear all three cells.',
      ];
    case 'file_unreadable':
      return ['it cannot be read', 'Fix it first: linehaul carriers check.'];
    case 'unknown_card':
      return [
        'the carrier has no such card',
        `Its cards are ${data.cards.length === 0 ? 'none' : data.cards.join(', ')}.`,
      ];
    case 'zones_missing':
      return ['the zones are missing', 'Give a table of zones and postcodes with --zones FILE.'];
  }
}

const nameZone = 'Name the zone as the zone table does; * for anywhere.';
const writeSliding = 'Write S (sliding) or F (flat) on every line of a lane.';
const threeColumns = 'Three columns stand under each origin: Basic, Per kg, Minimum.';

export function noteSentence({ count, ...data }: ImportNote & { count: number }): string {
  return count === 1 ? sentenceOf(data) : `${sentenceOf(data)} (${count} times)`;
}

function sentenceOf(data: ImportNote): string {
  switch (data.note) {
    case 'column_unused':
      return `The column ${data.column} was not used.`;
    case 'amounts_rounded':
      return 'Amounts with more than four decimals were rounded to four.';
    case 'zeros_restored':
      return 'Postcodes of three digits got their leading zero back.';
    case 'service_is':
      return `The service ${data.service} is ${data.stringId}.`;
    case 'zones_left_out':
      return `${data.zones} zones that no lane names were left out.`;
    case 'lists_services':
      return `${data.file} lists services; name them with --service where they differ.`;
    case 'fuel_levy':
      return `The fuel levy is ${data.percent} %, from the Courier tab.`;
    case 'charged_by_type':
      return 'Lanes priced by item type charge basic and minimum for each type in a consignment.';
    case 'zones_of_card':
      return `Zones are those of the card ${data.card}, which is in use.`;
    case 'no_fuel':
      return 'No fuel levy is charged: say --fuel PERCENT if there is one.';
    case 'not_rounded':
      return 'Weights are not rounded, because some breaks end below a whole kilogram.';
    case 'terms_of_card':
      return `Surcharges, limits and terms are those of the card ${data.card}${data.isSample ? ', whose amounts are invented' : ''}.`;
    case 'new_carrier':
      return `The carrier is new and its name is ${data.carrier}: say --name NAME for another.`;
    case 'sample_unused':
      return 'The sample cards of this carrier are no longer used.';
  }
}

/** The option that answers the question, its text, and the possible answers if they are few. */
export function questionWords(data: Question): {
  option: string;
  text: string;
  answers: readonly string[];
} {
  switch (data.question) {
    case 'breaks': {
      const { file, line, low, high } = data.example;
      return {
        option: '--breaks',
        text: `Lines have several breaks (${file} line ${line}): past the first break, is everything charged at the price of the break reached (whole: all at ${high}), or each part at the price of its own break (accumulative: the first part at ${low}, the rest at ${high})?`,
        answers: ['whole', 'accumulative'],
      };
    }
    case 'flat':
      return {
        option: '--flat',
        text: 'Some lines are marked flat (F): is their rate for each kilo or pallet, or the total for everything up to the limit?',
        answers: ['each', 'total'],
      };
    case 'cubic':
      return {
        option: '--cubic',
        text: `${data.of === 'matrix' ? 'A matrix does not say how volume counts' : 'The Courier tab is not among the files'}: how many kilograms is a cubic metre (none when volume does not count)?`,
        answers: [],
      };
    case 'service':
      return {
        option: '--service',
        text: 'A matrix does not say which service it prices. Which string_id?',
        answers: [],
      };
  }
}

/** Without a capital letter and a full stop: it follows the names of the services. */
export function cardRemarkWords(data: CardRemark): string {
  switch (data.code) {
    case 'service_without_card':
      return 'no card prices it';
    case 'card_not_yet':
      return `its card begins on ${data.date}`;
    case 'card_ended':
      return `its card ended on ${data.date}`;
    case 'card_ends':
      return `its card ends on ${data.date}, in ${data.days} days`;
    case 'fuel_ends':
      return `card ${data.card} has no fuel levy after ${data.date}${data.days < 0 ? ': it quotes without one' : `, in ${data.days} days`}`;
  }
}
