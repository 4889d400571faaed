// Builds member details for tests.
import type { MemberDetails } from '../../src/domain/members/member.ts';

export function memberDetails(change: Partial<MemberDetails> = {}): MemberDetails {
  return {
    email: 'jane@tilewarehouse.example',
    companyName: 'Tile Warehouse',
    firstName: 'Jane',
    lastName: 'Ceramic',
    phone: '0298765432',
    suburb: 'ALEXANDRIA',
    postcode: '2015',
    state: 'NSW',
    country: 'AU',
    ...change,
  };
}
