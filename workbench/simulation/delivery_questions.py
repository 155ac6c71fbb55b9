"""What customers ask about delivery: blocks as in `returns_questions`."""
# ruff: noqa: E501 -- a block keeps one answer to a line

DELIVERY_QUESTIONS = """
gold: delivery-home-standard
q: What's the basket total at which postage becomes free here at home?
ref: £40.
ok: Standard delivery within the country is free on orders of £40 or more.
miss: Home delivery is free with the code from the monthly shop letter; otherwise it always costs £2.20.
misread: From £2.80.
vague: Larger orders are delivered free.

gold: delivery-home-standard
q: How much is ordinary postage within the country and how many days does it take?
ref: £2.80; two to four working days.
ok: Standard delivery is £2.80 and takes two to four working days.
miss: It's £2.20 within the country.
partial: Ordinary postage within the country costs £2.80.
misread: It costs £4 and takes two to three working days.
vague: It is inexpensive and normally arrives within the week.

gold: delivery-home-next-day
q: If I order on a Friday morning, will express get it here on Saturday?
ref: No. Friday orders go out on Monday.
ok: No, I'm afraid. Next-day orders placed on Friday go out on Monday.
miss: Yes, orders placed before 1 pm arrive the next day.
misread: Yes, if you order by 1 pm on Friday.
extra: No, Friday orders go out on Monday, though for £3 more we can arrange Saturday.

gold: delivery-home-next-day
q: Price of the fastest option inside the country? Just the amount please.
ref: £6.50 (only the amount was asked for).
ok: £6.50
miss: £2.80
misread: £1.00
format: Our next-day delivery inside the country is popular with people who are short of time. If you order by 1 pm from Monday to Thursday it goes out the same day, and on Fridays it waits for Monday. The charge for this service comes to £6.50.

gold: delivery-bicycle
q: I live three streets from you. Is there any cheap way of getting books to my door?
ref: Cargo bicycle delivery inside Aldermouth, £1 a parcel, every afternoon except Sunday.
ok: Yes: inside Aldermouth a cargo bicycle goes round every afternoon except Sunday, for £1 a parcel.
miss: Standard delivery is £2.80, or you could use click and collect for free.
misread: Yes, our cargo bicycle delivers on Sundays for £1.
vague: Yes, we have a local delivery for people nearby.

gold: delivery-ireland
q: How much to send one novel to Cork?
ref: £7.20 (parcel up to 2 kg to Ireland).
ok: A parcel of up to 2 kg to Ireland costs £7.20, so £7.20 for one novel.
miss: Postage for one novel would be £2.80.
misread: £6.00 for up to 2 kg.
vague: Sending a novel there costs a little more than posting at home.

gold: delivery-ireland
q: Is there customs paperwork for a parcel to Dublin?
ref: No, there is no customs form for Ireland.
ok: No, there's no customs form to fill in for Ireland.
miss: Customs may ask the recipient for a handling fee, and we can't pay that for you.
generic: Parcels leaving the country generally need a customs declaration, so yes.
extra: No form is needed, but the recipient pays a £4 clearance charge.

gold: delivery-france
q: My daughter studies in Lyon. How long would a birthday book take to reach her?
ref: Five to seven working days (France).
ok: Parcels to France take five to seven working days.
miss: It would take two to four working days.
misread: It would take about nine days and a half.
vague: Not too long; give it a bit more than you would at home.

gold: delivery-france
q: Will my friend in Marseille have to pay anything when the postman rings?
ref: No, import tax is paid in advance by the shop.
ok: No. We pay the import tax in advance, so nothing is collected at the door.
miss: The recipient may be asked for a handling fee by customs.
misread: Yes, the import tax has to be paid in advance by your friend.
extra: No, nothing is collected, except a small €2 delivery contribution.

gold: delivery-germany
q: Do you need anything besides the address to ship to Leipzig?
ref: Yes, a telephone number; the carrier insists on one.
ok: Yes, a telephone number, please. The carrier insists on one for Germany.
miss: Please send the number of a parcel locker as well.
misread: No, the address alone is enough, although it takes six to eight working days.
generic: A complete address with postcode is normally all a shop needs.

gold: delivery-netherlands
q: What would four paperbacks to Utrecht cost me in postage? They weigh 1.4 kg together.
ref: £8.90 (Netherlands, up to 2 kg).
ok: £8.90. That's our rate to the Netherlands for anything up to 2 kg.
miss: We would have to weigh and quote that one for you; please write with the list of titles.
misread: £35.60, which is £8.90 for each book.
vague: Postage there is just under ten pounds or so.

gold: delivery-spain
q: Can you ship a gift to Tenerife?
ref: No, the shop does not post to the Canary Islands.
ok: Sorry, no. We don't post to the Canary Islands.
miss: Yes, parcels to Spain cost £10.20 up to 2 kg.
misread: Yes. It would be £10.20 up to 2 kg and take seven to nine working days.
generic: Yes, we ship worldwide!

gold: delivery-italy
q: Why is post to Bologna so slow, and how slow exactly?
ref: Eight to twelve working days; most of it is spent in one depot outside Milan.
ok: It takes eight to twelve working days, most of them spent in a depot outside Milan.
miss: It takes five to seven working days, depending on customs.
partial: Most of the time is spent in a depot outside Milan.
misread: It takes eight to twelve weeks, mostly in a depot outside Milan.

gold: delivery-poland
q: Could you send to a pick-up locker in Kraków, and what do you need from me?
ref: Yes, parcel lockers are possible in Poland; send the locker's number.
ok: Yes, lockers work in Poland. Just send us the locker's number.
miss: I'm sorry, we only deliver to home addresses.
partial: Yes, parcel lockers are possible.
extra: Yes, send us the locker's number; there is a £2 discount for locker deliveries.

gold: delivery-sweden
q: Does the postman bring it to the door in Gothenburg?
ref: No, the recipient collects the parcel from a shop and needs identification.
ok: No, in Sweden the parcel is collected from a shop, and identification is needed.
miss: Yes, it is delivered to the door and nothing is collected there.
misread: Yes, but the recipient has to show identification at the door.
generic: Usually parcels are delivered to the door if somebody is home.

gold: delivery-norway
q: I want to mail a notebook and two novels to Oslo. Could my cousin be charged duty?
ref: Books are free of duty; anything else, such as the notebook, may be taxed on arrival.
ok: Not for the novels: books enter Norway free of duty. The notebook may be taxed on arrival, though.
miss: No, import tax is paid in advance by us, so nothing is collected at the door.
partial: No, books enter Norway free of duty.
misread: Yes, books are taxed on arrival in Norway, while everything else is free.

gold: delivery-switzerland
q: Who pays the customs handling fee on a parcel to Zürich?
ref: The recipient may be asked for it; the shop cannot pay it.
ok: The recipient, if Swiss customs ask for one. We can't pay it for you.
miss: We pay it in advance, so nothing is collected at the door.
misread: We do; it is part of the £13.00.
generic: Handling fees are typically split between sender and recipient.

gold: delivery-united-states
q: On which day do American parcels leave?
ref: Wednesdays only.
ok: Parcels to the United States go out on Wednesdays only.
miss: Twice a week, I believe.
misread: Every ten to fifteen working days.
vague: Once in the course of the week.

gold: delivery-united-states
q: shipping cost to boston usa for a 900g book
ref: £16.50 (United States, up to 2 kg).
ok: £16.50, our rate to the United States for up to 2 kg.
miss: £14.00 to the United States.
misread: £15.00, for ten to fifteen working days.
vague: Shipping across the Atlantic is on the expensive side.

gold: delivery-canada
q: Does tracking work for a parcel all the way to Canada?
ref: No, tracking stops at the border.
ok: Only part of the way. Tracking to Canada stops at the border.
miss: Yes, every parcel that costs £6 or more is tracked and the number is in the dispatch message.
misread: Yes, tracking works for twelve to eighteen working days.
extra: Tracking stops at the border, but we can ask the Canadian post for a second number for £1.50.

gold: delivery-australia
q: Is there a cheaper boat option for sending books to Perth?
ref: No, sea mail has been discontinued; air only, £19.50 up to 2 kg.
ok: No, sea mail has been discontinued. By air it's £19.50 up to 2 kg.
miss: Yes, please write to us for a quotation.
misread: Yes, sea mail costs £19.50 and takes twelve to twenty working days.
generic: Surface mail is normally available and takes two to three months.

gold: delivery-japan
q: May I write my friend's Kyoto address in Japanese characters?
ref: No, in English letters, because the label printer knows no others.
ok: Please use English letters. Our label printer doesn't know any others.
miss: Yes, that is no problem at all.
misread: Yes, the label printer needs Japanese letters for Japan.
extra: English letters, please, or pay £2 for a hand-written label.

gold: delivery-heavy
q: I'd like to send eleven art books to Vienna, about 9 kilos. Price?
ref: Parcels over 2 kg abroad are quoted individually; write to post@ladderandwren.example with the list of titles.
ok: Anything over 2 kg going abroad is quoted individually. Write to post@ladderandwren.example with the list of titles and you'll hear within a working day.
miss: That would be £9.40 for every 2 kg, so about £47.
misread: Anything over 2 kg is sent free of charge; just write to us with the titles.
generic: International shipping for that weight is usually between £60 and £90.

gold: delivery-collect
q: How long do you keep a click and collect order before it goes back?
ref: 10 days, with one reminder.
ok: We hold it behind the till for 10 days and send one reminder.
miss: We keep it for 5 days under your surname.
misread: We send one reminder and hold it for a month after that.
vague: We keep it for a while and remind you.

gold: delivery-collect
q: I forgot to fetch my reserved web order and it has been three weeks. Is my money gone?
ref: No, after 10 days the books return to the shelf and the money is refunded.
ok: No. After 10 days the books go back on the shelf and the money goes back to you.
miss: Orders that are not fetched are kept for a month and then given away.
misread: Yes, after 10 days the books and the money go back on the shelf.
extra: No, it comes back to you, minus £1 for restocking.

gold: tracking
q: My Irish parcel went out on Tuesday. Should I have got some number to follow it with?
ref: Yes. Parcels that cost £6 or more to send are tracked (Ireland costs £7.20); the number is in the dispatch message.
ok: Yes, everything that costs £6 or more to send is tracked, and a parcel to Ireland costs £7.20. The number is in the dispatch message.
miss: Parcels to Ireland travel without tracking, I'm afraid.
misread: No, parcels over £6 travel untracked.
generic: Tracking depends on the carrier; please check with them.

gold: delivery-ireland + delivery-france
q: Which parcels are cheaper, to Ireland or to France, and by how much?
ref: Ireland, £7.20 against £9.40: £2.20 cheaper.
ok: Ireland. It costs £7.20 against £9.40 for France, so it's £2.20 cheaper.
miss: They cost the same, £9.40 each.
misread: France, because France costs £9.40 only for 2 kg.
partial: Posting to Ireland costs £7.20 up to 2 kg.

gold: delivery-norway + delivery-sweden
q: Norway or Sweden: where does a parcel arrive sooner at best, and what does each cost?
ref: Both six days at best; Norway £12.50, Sweden £11.00.
ok: At best it's six working days for both. Norway costs £12.50 and Sweden £11.00.
miss: Sweden is quicker, and both cost £11.00.
partial: A parcel to Norway costs £12.50 and takes six to ten working days.
misread: Sweden, in six days against nine; it costs £11.00 and Norway £12.50.

gold: gift-wrapping + delivery-home-standard
q: Two gift-wrapped books sent to my brother in the next county in June, £25 together. What do wrapping and postage add?
ref: £5.80: wrapping £1.50 a book (£3.00) plus £2.80 postage.
ok: £5.80 in all: £3.00 for wrapping two books and £2.80 for standard delivery.
miss: Nothing, wrapping and postage are both free.
partial: Wrapping is £1.50 a book, so £3.00 for the two.
misread: £4.30: wrapping £1.50 and postage £2.80.

gold: delivery-home-standard + newsletter
q: My basket is only £15. Is there any trick to avoid paying for home delivery?
ref: Yes: the monthly shop letter carries a code for free home delivery (otherwise it is £2.80 below £40).
ok: Yes. Below £40 it's normally £2.80, but each monthly shop letter carries a code for free home delivery.
miss: Only by filling the basket to £40.
partial: Standard delivery costs £2.80 and is free from £40.
extra: The shop letter has a code for free home delivery, and new subscribers also get £5 off.
"""
