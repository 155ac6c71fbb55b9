"""What customers ask about gift cards, discounts and paying: blocks as in `returns_questions`."""
# ruff: noqa: E501 -- a block keeps one answer to a line

MONEY_QUESTIONS = """
gold: gift-cards
q: When does the money on a gift card run out?
ref: Three years from the day of sale.
ok: Gift cards are valid for three years from the day of sale.
miss: They have no end date.
misread: After 200 days.
vague: Not for quite some time.

gold: gift-cards
q: If my voucher card is for £30 and I buy something for £18, do I lose the rest?
ref: No, the remaining £12 stays on the card.
ok: No, the remaining £12 stays on the card.
miss: Yes, no change is given.
misread: You get £12 back in cash at the till.
extra: The £12 stays on the card, but it has to be spent within six months.

gold: gift-cards-lost
q: My gift card fell out of my wallet. I have the receipt. Is there hope?
ref: Yes, with the receipt the card can be blocked and replaced.
ok: Yes. With the receipt we can block the card and replace it.
miss: No, gift cards are like cash and can't be replaced.
misread: Only if you also know the last four digits of its number.
generic: Perhaps try the lost property drawer first.

gold: gift-cards-old-paper
q: Found a green paper token from 2017 in a cookbook. Any use on your website?
ref: No. The green paper tokens are still valid but only in the shop, not online.
ok: Not on the website, but it's still valid: the green tokens can be spent in the shop. No change is given.
miss: No, it expired three years after it was sold.
misread: Yes, they have no end date and can be used anywhere.
partial: They have no end date, so it is still valid.

gold: gift-wrapping
q: What do you charge for wrapping a present in the middle of December?
ref: Nothing: from 1 to 24 December wrapping is free.
ok: Nothing. From 1 to 24 December wrapping is free.
miss: Wrapping costs £2.50 a book.
misread: £1.50 a book.
extra: Nothing in December, and a greeting card is included.

gold: loyalty
q: What's a full stamp card worth?
ref: £8 off (ten stamps on the Rung Card).
ok: A full Rung Card, ten stamps, is worth £8 off.
miss: Ten per cent off the next purchase.
misread: £10 off.
vague: A discount on one of your next books.

gold: loyalty
q: Do the stamps on the loyalty card go off, and what about a card that is full?
ref: Stamps do not expire; a full card must be used within a year.
ok: Stamps don't expire, but a full card has to be used within a year.
miss: Everything on it is valid for three years.
partial: No, stamps do not expire.
misread: Stamps have to be used within a year; a full card never expires.

gold: loyalty + loyalty-excluded
q: I spent £30 on new paperbacks and £20 in the cellar. How many stamps do I get?
ref: Three: one per £10 on new books; used books (the cellar) earn none.
ok: Three. You get one for every £10 spent on new books, and used books from the cellar don't count.
miss: Five, one for every £10.
partial: One stamp for every £10 spent, so five.
misread: Two, since only used books earn stamps.

gold: student-discount
q: Apprentice baker here, do I get money off and is that online too?
ref: 10 per cent off new books with a valid card at the till; not online.
ok: Yes, 10 per cent off new books if you show a valid card at the till. It doesn't apply online.
miss: The only discounts are for schools, 15 per cent from ten copies.
partial: Yes, apprentices get 10 per cent off new books.
misread: Yes, 10 per cent in the shop and online, together with your Rung Card reward.

gold: school-orders
q: We need 28 copies of one novel for a class. Is there a reduction and how do we pay?
ref: 15 per cent off from ten copies, on invoice payable within 30 days.
ok: Schools get 15 per cent off from ten copies, on invoice, payable within 30 days. Please write to schools@ladderandwren.example.
miss: Members of a reading group get 10 per cent off the month's title, paid at the till.
partial: Yes, 15 per cent off for ten copies or more.
misread: 10 per cent off from fifteen copies, payable at the till.

gold: price-match
q: The big online place sells it for two pounds less. Will you do the same?
ref: No, the shop does not match online prices.
ok: No, sorry, we don't match online prices.
miss: Students get 10 per cent off, which may come close.
misread: Yes, if you are within twenty miles.
generic: Many shops will match a price if you show them the page on your phone, so do ask.

gold: payment
q: Can I write you a cheque?
ref: No, cheques were given up in 2023.
ok: No, cheques were given up in 2023. Cash, cards and gift cards are all fine.
miss: Yes, with a bank card as proof.
misread: Yes, for anything above £500.
generic: Most shops take cheques from local banks.

gold: layaway
q: The £85 first edition is too much at once. Could I spread it?
ref: Yes, books over £50 can be paid in three monthly parts without interest; the book stays in the safe until then.
ok: Yes. Anything over £50 can be paid in three monthly parts without interest; the book waits in our safe until the last one.
miss: Yes, with a deposit of one tenth we hold it for you.
misread: Yes, in three yearly parts, and you may take the book home at once.
extra: Yes, in three monthly parts without interest or in six with 4 per cent.
"""
