// DHL, FedEx and UPS requests in each carrier's own format: a price and a shipment from Sydney to Auckland.

const dhlParty = (cityName: string, postalCode: string, countryCode: string) => ({
  postalAddress: { cityName, postalCode, countryCode, addressLine1: '1 Main St' },
  contactInformation: { fullName: 'Jo', companyName: 'Jo & Co', phone: '0299990000' },
});
const dhlPackages = [{ weight: 2, dimensions: { length: 30, width: 20, height: 15 } }];
export const dhlShipment = (reference: string) => ({
  plannedShippingDateAndTime: '2026-09-16T13:00:00 GMT+10:00',
  pickup: { isRequested: false },
  productCode: 'P',
  accounts: [{ typeCode: 'shipper', number: '990000003' }],
  customerReferences: [{ value: reference, typeCode: 'CU' }],
  customerDetails: {
    shipperDetails: dhlParty('SYDNEY', '2000', 'AU'),
    receiverDetails: dhlParty('AUCKLAND', '1010', 'NZ'),
  },
  content: {
    packages: dhlPackages,
    isCustomsDeclarable: true,
    declaredValue: 100,
    declaredValueCurrency: 'AUD',
    exportDeclaration: { lineItems: [{ number: 1, description: 'Tiles', price: 100 }] },
    description: 'Tiles',
    incoterm: 'DAP',
    unitOfMeasurement: 'metric',
  },
  outputImageProperties: { encodingFormat: 'pdf' },
});
export const dhlRates = {
  plannedShippingDateAndTime: '2026-09-16T13:00:00 GMT+10:00',
  unitOfMeasurement: 'metric',
  isCustomsDeclarable: true,
  accounts: [{ typeCode: 'shipper', number: '990000003' }],
  customerDetails: {
    shipperDetails: { cityName: 'SYDNEY', postalCode: '2000', countryCode: 'AU' },
    receiverDetails: { cityName: 'AUCKLAND', postalCode: '1010', countryCode: 'NZ' },
  },
  packages: dhlPackages,
};

const fedexParty = (city: string, postalCode: string, countryCode: string) => ({
  contact: { personName: 'Jo', companyName: 'Jo & Co', phoneNumber: '0299990000' },
  address: { streetLines: ['1 Main St'], city, postalCode, countryCode },
});
export const fedexShipment = (reference: string, packages = 1) => ({
  labelResponseOptions: 'LABEL',
  accountNumber: { value: '990000004' },
  requestedShipment: {
    serviceType: 'FEDEX_INTERNATIONAL_PRIORITY',
    customsClearanceDetail: { commodities: [{ description: 'Tiles', quantity: 1 }] },
    shipper: fedexParty('SYDNEY', '2000', 'AU'),
    recipients: [fedexParty('AUCKLAND', '1010', 'NZ')],
    labelSpecification: { imageType: 'PDF', labelStockType: 'PAPER_4X6' },
    requestedPackageLineItems: Array.from({ length: packages }, () => ({
      weight: { units: 'KG', value: 2 },
      dimensions: { length: 30, width: 20, height: 15, units: 'CM' },
      customerReferences: [{ customerReferenceType: 'CUSTOMER_REFERENCE', value: reference }],
    })),
  },
});
export const fedexRates = {
  accountNumber: { value: '990000004' },
  requestedShipment: {
    shipper: fedexParty('SYDNEY', '2000', 'AU'),
    recipient: fedexParty('AUCKLAND', '1010', 'NZ'),
    requestedPackageLineItems: fedexShipment('').requestedShipment.requestedPackageLineItems,
  },
};

const upsParty = (City: string, PostalCode: string, CountryCode: string) => ({
  Name: 'Jo & Co',
  Phone: { Number: '0299990000' },
  ShipperNumber: 'SIM999',
  Address: { AddressLine: ['1 Main St'], City, PostalCode, CountryCode },
});
const upsPackage = {
  PackagingType: { Code: '02' },
  Dimensions: { UnitOfMeasurement: { Code: 'CM' }, Length: '30', Width: '20', Height: '15' },
  PackageWeight: { UnitOfMeasurement: { Code: 'KGS' }, Weight: '2' },
};
export const upsShipment = (reference: string, packages = 1) => ({
  ShipmentRequest: {
    Shipment: {
      Shipper: upsParty('SYDNEY', '2000', 'AU'),
      ShipTo: upsParty('AUCKLAND', '1010', 'NZ'),
      Service: { Code: '65' },
      ReferenceNumber: { Value: reference },
      Package: Array.from({ length: packages }, () => upsPackage),
    },
    LabelSpecification: { LabelImageFormat: { Code: 'ZPL' } },
  },
});
export const upsRates = {
  RateRequest: {
    Shipment: {
      Shipper: upsParty('SYDNEY', '2000', 'AU'),
      ShipTo: upsParty('AUCKLAND', '1010', 'NZ'),
      Package: upsPackage,
    },
  },
};

export const dhlPickup = {
  plannedPickupDateAndTime: '2026-09-16T14:00:00 GMT+10:00',
  closeTime: '17:00',
  location: 'reception',
  locationType: 'business',
  accounts: [{ typeCode: 'shipper', number: '990000003' }],
  customerDetails: { shipperDetails: dhlParty('SYDNEY', '2000', 'AU') },
  shipmentDetails: [
    {
      productCode: 'P',
      isCustomsDeclarable: true,
      unitOfMeasurement: 'metric',
      packages: [{ weight: 1 }],
    },
  ],
};

export const fedexPickup = {
  associatedAccountNumber: { value: '990000004' },
  carrierCode: 'FDXE',
  pickupType: 'ON_CALL',
  originDetail: {
    pickupAddressType: 'OTHER',
    packageLocation: 'FRONT',
    pickupLocation: {
      accountNumber: { value: '990000004' },
      contact: { personName: 'Jo', companyName: 'Jo & Co', phoneNumber: '0299990000' },
      address: {
        streetLines: ['1 Main St'],
        city: 'SYDNEY',
        postalCode: '2000',
        countryCode: 'AU',
        residential: false,
      },
    },
    readyDateTimestamp: '2026-09-16T14:00:00Z',
    customerCloseTime: '17:00:00',
  },
  packageCount: 1,
  totalWeight: { units: 'KG', value: 1 },
};

export const upsPickup = {
  PickupCreationRequest: {
    Request: { TransactionReference: { CustomerContext: 'A1' } },
    RatePickupIndicator: 'N',
    Shipper: { Account: { AccountNumber: 'SIM999', AccountCountryCode: 'AU' } },
    PickupDateInfo: { PickupDate: '20260916', ReadyTime: '1400', CloseTime: '1700' },
    PickupAddress: {
      CompanyName: 'Jo & Co',
      ContactName: 'Jo',
      AddressLine: '1 Main St',
      City: 'SYDNEY',
      PostalCode: '2000',
      CountryCode: 'AU',
      ResidentialIndicator: 'N',
      Phone: { Number: '0299990000' },
    },
    AlternateAddressIndicator: 'Y',
    PickupPiece: [
      { ServiceCode: '065', Quantity: '1', DestinationCountryCode: 'NZ', ContainerCode: '01' },
    ],
    TotalWeight: { Weight: '1.0', UnitOfMeasurement: 'KGS' },
    OverweightIndicator: 'N',
    PaymentMethod: '01',
  },
};
