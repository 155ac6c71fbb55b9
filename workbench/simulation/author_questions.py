"""What customers ask about the other authors, presses and prizes: as in `fiction_questions`."""

AUTHOR_QUESTIONS = """
gold: blythe-life
q: When's the early morning ramble with Hester Blythe?
ref: First Sunday in May.
ok: On the first Sunday in May.
miss: On the last Saturday of each month at 17.
misread: Every Sunday in May.
vague: Some time in spring.

gold: mbeki-shaw-archive
q: Can an ordinary person see the correspondence behind the book about silent bells?
ref: Yes, the originals are in the county archive and anyone can read them.
ok: Yes, the originals are in the county archive and anyone can read them there.
miss: No, they are in private hands.
misread: Only by advertising in a parish magazine.
vague: They can be seen somewhere, I believe.

gold: fontana-hale-class
q: How much is the baking course and do I bring my own flour?
ref: £35, flour included.
ok: It costs £35, flour included.
miss: £140 with materials.
partial: It costs £35.
misread: £35 plus flour.

gold: book:Walking the Old Salt Road + penhallow-life
q: What was the donkey in Arthur Penhallow's walking book called and how many weeks did they walk?
ref: Treasurer; six weeks.
ok: The donkey was called Treasurer, and they walked for six weeks.
miss: It was called Captain and they walked for forty days.
partial: They walked for six weeks.
misread: Treasurer; thirty-one weeks.

gold: tregarth-order
q: Is Goodnight, Gasworks part of the series with the ducks?
ref: No, same author but no captain.
ok: No. It's by the same author, but there's no captain in it.
miss: Yes, it is the fourth.
misread: Yes, it comes after Captain Pudding's Snowy Day.
generic: Picture books by one author usually belong together.

gold: okonjo-order / book:The Lantern Thieves: Dark Market
q: What's the title of the second Lantern Thieves?
ref: Dark Market.
ok: Dark Market.
miss: The Button Museum Heist.
misread: Lamp Black.
extra: Dark Market, which was also made into a stage play.

gold: sayle-life
q: Can I see the poet's lighthouse from your windows, and what is it called?
ref: Yes, from the first floor; the old North Mole light.
ok: Yes, from our first floor. It's the old North Mole light.
miss: No, it was demolished in 1989.
partial: Yes, it can be seen from our first floor.
misread: Yes, from the cellar stairs; it is called the tide gauge.

gold: de-graaf-workshop
q: How many people can join the weekend where you sew your own book, and at what price?
ref: Eight; £140 with materials.
ok: There are eight places at £140 each, materials included.
miss: Twelve, for £60.
partial: There are eight places.
misread: £140 for all eight together.

gold: venkataram-talk
q: Where and when can I hear somebody explain the tides?
ref: On the quay at every spring tide in March (Priya Venkataram).
ok: Priya Venkataram gives a talk on the quay at every spring tide in March.
miss: At the reading groups at 19.
partial: Priya Venkataram gives a talk about it on the quay.
misread: In spring, at every March of the tide gauge.

gold: dunne-case
q: What was Malachy Dunne punished for?
ref: Camping below the high-water mark (fined £50 in 2019).
ok: He was fined £50 in 2019 for camping below the high-water mark.
miss: For swimming in the harbour.
misread: For printing a receipt.
extra: For camping below the high-water mark; he spent one night in the cells.

gold: okoro-objects
q: Which item from the sewing box memoir was missing from the museum show?
ref: The tooth.
ok: The tooth. She lent everything else.
miss: The passport.
misread: Nothing, all thirty objects were shown.
vague: One of the small ones.

gold: roan-walks
q: What time does the guided tour about the 1887 killings set off and where?
ref: At 17, from the shop's door (last Saturday of each month).
ok: At 17 from our door, on the last Saturday of each month.
miss: At dawn, from the quay.
partial: It starts from our door.
misread: At 19, and it takes 17 minutes.

gold: strand-treasure
q: Is there still anything to be found with the local brainteasers?
ref: Yes, a second treasure has been hidden since the first was found in April 2023.
ok: Yes. The first treasure was found in April 2023, but a second one has been hidden since.
miss: No, it was found in 2023.
misread: Yes, the first treasure is still out there.
extra: Yes, a second one, said to be under the ferry kiosk.

gold: grey-introductions
q: With how many of her introductions was Ottoline Grey behind schedule?
ref: Four (of six).
ok: Four out of six.
miss: None.
misread: Six.
vague: Most of them.

gold: estuary-prize
q: What sum does a winner of the Estuary Prize receive?
ref: £4,000.
ok: £4,000.
miss: Half of the takings.
misread: £2,023.
vague: A few thousand pounds.

gold: low-tide-press
q: What is the longest a book from Low Tide can be?
ref: 220 pages.
ok: 220 pages.
miss: 148 pages.
misread: Eight pages.
vague: Low Tide keep their books quite short.

gold: gannet-classics
q: What would a subscription to all the forgotten comic novels cost me per year?
ref: £36, post free.
ok: A standing order for Gannet Classics costs £36 a year, post free.
miss: £9 a month.
misread: £9.99 a year.
extra: £36 a year, and the first volume is free.

gold: ropewalk-press
q: On what shelf are the titles of the local publisher?
ref: H2.
ok: On shelf H2.
miss: On shelf Y3.
vague: Upstairs with history, I think.
extra: On shelf H2, with a second set behind the till at half price.
"""
