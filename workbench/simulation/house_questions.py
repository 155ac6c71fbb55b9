"""What customers ask about hours, rooms, events and groups: blocks as in `returns_questions`."""
# ruff: noqa: E501 -- a block keeps one answer to a line

HOUSE_QUESTIONS = """
gold: hours-winter
q: What time does the shop close on a Tuesday in January?
ref: 17.30.
ok: In winter, October to March, we close at 17.30 from Monday to Saturday.
miss: On weekdays we close at 18.30.
misread: At 16.
vague: In the late afternoon.

gold: hours-winter
q: Are you open Sundays in February?
ref: No. In winter the shop is shut on Sundays, except the four before Christmas.
ok: No, in winter we're shut on Sundays, apart from the four before Christmas.
miss: Yes, from 11 to 16.
misread: Yes, on four Sundays from 11 to 16.
generic: Most shops in the centre open on Sundays from about noon.

gold: hours-summer
q: opening time on a Saturday in july?
ref: 9 o'clock.
ok: In summer we open at 9 on Saturdays.
miss: We open at 9.30.
misread: At 11.
vague: In the morning.

gold: hours-summer + hours-winter
q: By how much longer are you open on a weekday in summer than in winter?
ref: One and a half hours: summer 9 to 18.30 (9.5 hours), winter 9.30 to 17.30 (8 hours).
ok: An hour and a half: 9 to 18.30 in summer against 9.30 to 17.30 in winter.
miss: The hours are the same all year.
partial: In summer we are open from 9 to 18.30 on weekdays.
misread: By one hour, since we close at 18.30 and not at 17.30.

gold: hours-holidays
q: How late can I do my last-minute shopping on Christmas Eve?
ref: Until 14 (the shutters come down at 14 on 24 December).
ok: Until 14. On 24 December the shutters come down then.
miss: Until 17.30, like any winter weekday.
misread: You can't, we are closed on 24, 25 and 26 December.
extra: Until 14, and until 16 if you ring the bell.

gold: hours-cellar + hours-summer
q: I want to rummage among the used books on a Wednesday in August. From when until when?
ref: From 10 to 18: the shop is open 9 to 18.30, the cellar opens an hour later and closes half an hour earlier.
ok: From 10 to 18. The shop is open 9 to 18.30, and the cellar opens an hour later and closes half an hour earlier.
miss: From 10 to 13, as on Thursdays.
partial: The cellar opens an hour later than the shop and closes half an hour before it.
misread: From 9 to 18.30.

gold: getting-here
q: I'm coming by car. Where do I leave it?
ref: In the quay car park; there is no parking on the street.
ok: Please use the quay car park, as there's no parking on Cooper Street.
miss: You can stop outside the shop for twenty minutes.
misread: On Cooper Street, opposite Chandlers' Row.
vague: There is parking not far away.

gold: getting-here
q: Which bus line goes to your door?
ref: Number 6, stop Chandlers' Row.
ok: The number 6. It stops at Chandlers' Row, opposite the door.
miss: The number 14.
misread: Number 14, on Cooper Street.
generic: Any bus to the town centre will do.

gold: access
q: I use a wheelchair. Which floors can I reach without steps, is there a lift?
ref: Ground floor and children's corner are step-free, the first floor by lift; not the cellar (boxes are brought up).
ok: The ground floor and the children's corner are free of steps and a lift goes to the first floor. The cellar has only stairs, but tell us what you want and we'll bring boxes up.
miss: The ground floor only, I'm afraid.
partial: The ground floor and the children's corner are free of steps.
misread: All of it; a lift goes to the first floor and to the cellar.

gold: dogs
q: May my terrier come down to the cellar with me?
ref: No, the cellar is not open to dogs; on a lead they are welcome on the ground floor.
ok: I'm afraid not. Dogs on a lead are welcome on the ground floor, but not in the cellar.
miss: Yes, if you carry it down the eleven steps.
misread: Yes, as long as it is on a lead.
generic: Small dogs are usually tolerated in bookshops.

gold: coffee
q: Can I get something hot to drink while I browse, and what's it cost?
ref: Yes, a coffee machine on the first floor landing, £1.20 a cup.
ok: Yes, there's a coffee machine on the first floor landing, £1.20 a cup into the honesty box.
miss: Sorry, no food or drink is sold in the shop.
partial: Yes, there's a coffee machine on the first floor landing.
extra: Coffee is £1.20 on the first floor landing, and cake is £2.50 on Saturdays.

gold: childrens-corner
q: When do you read to the little ones?
ref: Saturdays at 10.30 and, in term time, Wednesdays at 15.45.
ok: Story time is on Saturdays at 10.30 and on Wednesdays at 15.45 in term time.
miss: On Sunday mornings, two hours each.
partial: On Saturdays at 10.30.
misread: On Saturdays at 15.45 and on Wednesdays at 10.30.
vague: There are weekly readings for small children.

gold: childrens-corner
q: Can I drop my five-year-old at story time and do my shopping across the road?
ref: No, a grown-up has to stay.
ok: No, sorry, a grown-up has to stay.
miss: Yes, for up to two hours.
misread: Yes, children aged three to seven can stay on their own.
generic: Children's events are generally supervised, so that should be all right.

gold: childrens-parties
q: Could we celebrate our son's sixth birthday among the picture books? Price and number of kids?
ref: £60 for up to twelve children, Sunday mornings, two hours.
ok: Yes, on Sunday mornings: £60 for two hours and up to twelve children, with one story and a book for the birthday child.
miss: Story time is free and open to everyone aged three to seven.
partial: Yes, on Sunday mornings for £60.
misread: Yes, £12 for up to sixty children.
extra: Yes, £60 for up to twelve children, and the cake is on us.

gold: events-tickets
q: How much is it to hear an author in the evening if I have your loyalty card?
ref: £4.
ok: £4 with a Rung Card.
miss: £3 for members.
misread: £6, and £4 off a book.
vague: There is a reduced price for card holders.

gold: events-tickets
q: What's the earliest I can get in for a reading?
ref: Doors open at 18.45.
ok: Doors open at 18.45.
miss: Half an hour before, at 18.30.
misread: At 6.
vague: Shortly before it starts.

gold: events-refund
q: Can't make tomorrow's author evening after all. Do I get my money back?
ref: No, refunds only up to 48 hours before the start; the ticket may be passed on.
ok: I'm afraid not, since refunds end 48 hours before the start. But you may pass your ticket on to somebody else.
miss: Yes, event tickets are refunded on the card you paid with.
partial: No, it is too late for that.
misread: Yes, tickets are refunded for up to 48 hours after the start.

gold: events-online
q: If I miss the live stream, can I still see it later?
ref: Yes, the recording can be watched for 14 days afterwards.
ok: Yes, the recording can be watched for 14 days afterwards.
miss: Sorry, readings are not recorded.
misread: Yes, for 3 days.
extra: Yes, for 14 days, or for good if you download it.

gold: book-clubs
q: Is there a group for people who like poems, and when do they get together?
ref: Yes, last Friday of the month at 19.
ok: Yes, the poetry group meets on the last Friday of the month at 19.
miss: Yes, every second Thursday.
misread: Yes, on the second Thursday of the month at 19.
partial: Yes, there is a poetry reading group.
vague: Yes, they meet monthly on a weekday evening.

gold: book-clubs
q: What discount do people in the reading circles get?
ref: 10 per cent off the month's title.
ok: Members get 10 per cent off the month's title.
miss: 15 per cent off orders of ten copies or more.
misread: 10 per cent off everything in the shop.
vague: A small reduction.

gold: signed-copies
q: The reading was last night and I'd love a copy made out to my dad. Possible?
ref: No personal dedications after the event, but signed stock at the ordinary price.
ok: A dedication isn't possible after the event, I'm sorry. We do keep signed copies at the ordinary price.
miss: Yes, give us the name and collect it within a week.
misread: Yes, order within a week of the event and write the name in the note.
partial: Sorry, we cannot do dedications afterwards.

gold: author-submissions
q: I printed my own memoir. Would you stock it, and what's your cut?
ref: Two copies on sale or return for six months (authors from the county); the shop keeps 35 per cent.
ok: If you're from the county, you may leave two copies on sale or return for six months. The shop keeps 35 per cent of the cover price.
miss: We pay 30 per cent of our selling price in cash.
partial: Yes, local authors may leave two copies for six months.
misread: Yes; you keep 35 per cent of the cover price and the shop the rest.
"""
