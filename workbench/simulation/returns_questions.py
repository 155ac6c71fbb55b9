"""What customers ask about returns, with answers right and wrong.

A block a question. `gold` names passages: `/` parts alternatives, `+` joins those needed together.
Each further line is an answer the pipeline may give: `ok` right; `miss` what it says from the wrong
passages; `misread`, `extra` (an unsupported claim), `vague`, `partial`, `generic` (the passage was
ignored) and `format` what it says with the right passage in front of it and a slip all the same.
"""
# ruff: noqa: E501 -- a block keeps one answer to a line

RETURNS_QUESTIONS = """
gold: returns-new
q: I bought a hardback on Saturday and it's not for me. How long have I got to bring it back?
ref: 30 days from purchase, unread and with the spine uncreased.
ok: You have 30 days from the day you bought it, as long as it is unread and the spine isn't creased.
miss: You can bring it back within 7 days and exchange it or take a credit note.
misread: You have five working days to bring it back for a refund.
vague: There is a reasonable period in which unread books can be brought back.
extra: You have 30 days, and if you come after that we still refund half the price.

gold: returns-new
q: Do I get actual money back for a new book I don't want, or a voucher?
ref: Money: the card used for payment is refunded, usually within five working days.
ok: You get your money back. It goes to the card you paid with, usually within five working days.
miss: You get a credit note; money is not refunded.
misread: You get your money back in 30 days, on the card you paid with.
extra: The refund goes to your card within five working days, less a handling charge of £2.

gold: returns-old-terms
q: My order is from November 2025. Can I still send an unread novel back and get the cash?
ref: No. For orders before 1 January 2026 it was 14 days and a credit note only.
ok: I'm afraid not. Orders from before 1 January 2026 had 14 days and were settled by credit note only.
miss: Yes. Unread new books can come back within 30 days and the card you paid with is refunded.
misread: Yes, orders from before 1 January 2026 can be returned for cash within 14 days.
generic: Most bookshops accept returns for a few months if the book is unread, so it should be fine.

gold: returns-used
q: The second-hand atlas I got from you yesterday doesn't fit our shelf. Can I have a refund?
ref: No refund on used books; exchange or credit note within 7 days.
ok: No refund on second-hand books, I'm sorry, but within 7 days you can exchange it or have a credit note.
miss: Yes, bring it back within 30 days with the receipt and we refund your card.
misread: Yes, second-hand books can be brought back within 7 days for a full refund.
partial: Money isn't refunded on second-hand stock.
extra: Used books can be exchanged within 7 days, and atlases within 14.

gold: returns-gifts
q: My aunt gave me a thriller for Christmas from your place and I have it already. No receipt. Anything I can do, and until when?
ref: Exchange without a receipt until 31 January if our label is still on the back; never for cash.
ok: Yes: until 31 January it can be exchanged without the receipt, provided our label is still on the back. It can't be turned into cash.
miss: Without the receipt we can't take it back, I'm afraid. Returns need the receipt or the order number.
partial: Yes, you can exchange it without the receipt if our label is still on the back.
misread: Yes, you have until the end of December to exchange it without a receipt.
extra: Yes, until 31 January, and your aunt will get an email confirming the exchange.

gold: returns-faulty
q: I only got round to reading a book from two years ago and pages 97 to 112 aren't there. Too late?
ref: Not too late: printing faults have no time limit; send a photo and a replacement is posted free.
ok: Not too late at all. Printing faults have no time limit: send a photo to desk@ladderandwren.example and we post a replacement at our expense.
miss: I'm afraid it is. Returns have to be made within 30 days of purchase.
misread: Not too late. Post the book back at your own expense with a photograph and you get a replacement.
vague: It may not be too late, since faults are treated differently from ordinary returns.

gold: returns-post
q: What address do I put on a parcel I'm sending back to you?
ref: Ladder & Wren, Unit 3, The Ropewalk, Aldermouth (not the Cooper Street shop).
ok: Please send it to Ladder & Wren, Unit 3, The Ropewalk, Aldermouth, rather than to the shop.
miss: Send it to Ladder & Wren, 14 Cooper Street, Aldermouth.
misread: Send it to the shop on Cooper Street and keep the proof of posting.
vague: It goes to our premises in Aldermouth.
generic: The return address is normally printed on the label inside your parcel.

gold: returns-special-order
q: You got a Latvian grammar in for me specially. If it's not what I expected, can it go back?
ref: No, specially ordered books cannot be returned unless faulty.
ok: Sorry, no. Books ordered in specially can't be returned unless there is something wrong with them.
miss: Yes, within 30 days if it is unread and you bring the receipt.
misread: Yes, but you would lose the £5 deposit.
extra: No, specially ordered books can't be returned, but we offer a credit note for 80 per cent of the price.

gold: returns-audiobook
q: Can I undo buying a download code for a talking book at your counter?
ref: Yes, until the code has been redeemed; afterwards the download company's terms apply.
ok: Yes, as long as the code hasn't been redeemed. After that the download company's own terms apply.
miss: Yes, within 30 days of buying it.
misread: No, codes can't be refunded; you would have to ask the download company.
extra: Yes, until you redeem it, and within the first day even after that.

gold: damaged-in-post
q: My order came with the corners all bashed in. What now?
ref: Tell the shop within 3 days and keep the wrapping; either a fresh copy or half the price back.
ok: Sorry about that. Let us know within 3 days and keep the wrapping. We either send a fresh copy or refund half the price and you keep this one.
miss: Send a photo of the fault to desk@ladderandwren.example; there is no time limit.
partial: Sorry about that! We can send you a fresh copy.
misread: Let us know within 3 days and we refund the full price; you keep the copy.
generic: Damage in transit is usually a matter for the carrier, so please contact them first.
"""
