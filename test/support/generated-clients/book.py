# A shop in Python: quotes, confirms and prints with a client that was generated from /openapi.json.
# Called with the folder of the generated package, the address of the service, and a key.
import json
import sys

folder, url, key = sys.argv[1:]
sys.path.insert(0, folder)

from linehaul_client import AuthenticatedClient
from linehaul_client.api.bookings import (
    get_label,
    create_booking,
    confirm_booking,
)
from linehaul_client.models import (
    AddressInput,
    AddressInputType,
    Confirm,
    ItemInput,
    ItemInputDescription,
    Quote,
    QuoteRequest,
)

client = AuthenticatedClient(
    base_url=url, token=key, prefix="", auth_header_name="api-key", raise_on_unexpected_status=True
)


def address(suburb, postcode):
    return AddressInput(
        postcode=postcode, suburb=suburb, type_=AddressInputType.BUSINESS, country="AU"
    )


carton = ItemInput(
    description=ItemInputDescription.CARTON, weight=5.0, length=40.0, width=35.0, height=25.0, quantity=1
)
booking = create_booking.sync(
    client=client,
    body=QuoteRequest(
        sender=address("SYDNEY", "2000"), receiver=address("MELBOURNE", "3000"), items=[carton]
    ),
)
quote = booking.quotes["toll"]
assert isinstance(quote, Quote), type(quote)
confirmed = confirm_booking.sync(
    booking.id,
    client=client,
    body=Confirm(courier="toll", pickup_date=quote.pickup_dates[0], payment_method="credit"),
)
label = get_label.sync(booking.id, client=client)
pdf = label.payload.read()
print(
    json.dumps(
        {
            "status": confirmed.status.value,
            "cost": confirmed.cost,
            "total": quote.total,
            "connote": confirmed.connote,
            "label": pdf[:5].decode(),
        }
    )
)
